declare module 'deckname:messages/*' {
  const catalogue: Record<string, string | Record<string, string>>;
  export default catalogue;
}
