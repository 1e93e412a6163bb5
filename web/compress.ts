// A Vite plugin: beside each file of the build its .br and .gz, so that the server packs nothing while people wait.
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const WORTHWHILE = /\.(html|js|css|svg|webmanifest)$/;

export function compress(): Plugin {
  let folder = '';
  return {
    name: 'deckname-compress',
    apply: 'build',
    configResolved: ({ root, build }) => void (folder = join(root, build.outDir)),
    closeBundle() {
      for (const name of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!WORTHWHILE.test(name)) continue;
        const file = join(folder, name);
        const text = readFileSync(file);
        const hint = { [constants.BROTLI_PARAM_SIZE_HINT]: text.length };
        writeFileSync(`${file}.br`, brotliCompressSync(text, { params: hint }));
        writeFileSync(`${file}.gz`, gzipSync(text, { level: 9 }));
      }
    },
  };
}
