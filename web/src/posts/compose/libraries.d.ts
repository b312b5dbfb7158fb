declare module 'twemoji-parser/dist/lib/regex.js' {
  const pattern: RegExp | { default: RegExp }
  export default pattern
}

declare module 'twitter-text/dist/regexp/validCCTLD.js' {
  const pattern: RegExp | { default: RegExp }
  export default pattern
}

declare module 'twitter-text/dist/regexp/validGTLD.js' {
  const pattern: RegExp | { default: RegExp }
  export default pattern
}
