// Words that are spoken, where the browser listens. Nothing here is needed: a keyboard's own microphone does as well.

interface Heard {
  readonly resultIndex: number;
  readonly results: ArrayLike<ArrayLike<{ readonly transcript: string }> & { readonly isFinal: boolean }>;
}

interface Recognition {
  lang: string;
  continuous: boolean;
  onresult: ((event: Heard) => void) | null;
  onend: (() => void) | null;
  start(): void;
  stop(): void;
}

const known = globalThis as {
  SpeechRecognition?: new () => Recognition;
  webkitSpeechRecognition?: new () => Recognition;
};

const ears = () => known.SpeechRecognition ?? known.webkitSpeechRecognition;

export const canListen = () => ears() !== undefined;

/** Listens until it is told to stop, or the browser has had enough; every word is told as soon as it is sure. */
export function listen(language: string, heard: (words: string[]) => void, ended: () => void): () => void {
  const Ears = ears()!;
  const recognition = new Ears();
  recognition.lang = language;
  recognition.continuous = true;
  recognition.onresult = ({ results, resultIndex }) => {
    for (let at = resultIndex; at < results.length; at++)
      if (results[at]!.isFinal) heard(results[at]![0]!.transcript.split(/[\s,.;]+/).filter(Boolean));
  };
  recognition.onend = ended;
  recognition.start();
  return () => recognition.stop();
}
