/** Mocha's build without Node, which runs in every extension host; it sets `globalThis.mocha`. */
declare module 'mocha/mocha.js' {}
