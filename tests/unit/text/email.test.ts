import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { parseEmail } from '../../../src/lib/text/email.ts'
import { type Message, withField } from '../../../src/messages/message.ts'
import { sentence } from '../../../src/messages/sentence.ts'

// As sent → key. Every row is stored as sent.
const ACCEPTED: [sent: string, key: string][] = [
  ['ana@example.com', 'ana@example.com'],
  ['Ana.Garcia@Example.COM', 'ana.garcia@example.com'],
  ['ana+news@example.com', 'ana+news@example.com'],
  ['a.n.a@gmail.com', 'a.n.a@gmail.com'],
  ['a@b.co', 'a@b.co'],
  ['a@b.c', 'a@b.c'],
  ['1@2.3a', '1@2.3a'],
  ['a/b@b.co', 'a/b@b.co'],
  ['a!b@b.co', 'a!b@b.co'],
  ["o'brien@example.ie", "o'brien@example.ie"],
  ["!#$%&'*+/=?^_`{|}~-@example.com", "!#$%&'*+/=?^_`{|}~-@example.com"],
  ['_@example.com', '_@example.com'],
  ['-a-@example.com', '-a-@example.com'],
  ['ana@mail.eu.example.co.uk', 'ana@mail.eu.example.co.uk'],
  ['ana@1and1.com', 'ana@1and1.com'],
  ['ana@r3---sn.example.com', 'ana@r3---sn.example.com'],
  ['user@example.xn--p1ai', 'user@example.xn--p1ai'],
  ['user@XN--MNCHEN-3YA.de', 'user@xn--mnchen-3ya.de'],
  ['user@münchen.de', 'user@xn--mnchen-3ya.de'],
  ['user@MÜNCHEN.DE', 'user@xn--mnchen-3ya.de'],
  ['user@mu\u0308nchen.de', 'user@xn--mnchen-3ya.de'],
  ['Søren@gmail.com', 'søren@gmail.com'],
  ['用户@例え。テスト', '用户@xn--r8jz45g.xn--zckzah'],
  ['हिन्दी@example.com', 'हिन्दी@example.com'],
  ['مثال@example.com', 'مثال@example.com'],
  ['a٣@example.com', 'a٣@example.com'],
  ['𐐀@example.com', '𐐨@example.com'],
  ['user@نامه\u200cای.com', 'user@xn--mgba3gch31f060k.com'],
  ['user@i❤.ws', 'user@xn--i-7iq.ws'],
]

// Text → what the problem must name.
const REFUSED: [text: string, reason: RegExp][] = [
  ['', /no @/],
  ['ana', /no @/],
  ['ana.example.com', /no @/],
  ['@example.com', /nothing before the @/],
  ['ana@', /nothing after the @/],
  ['a@b@example.com', /more than one @/],
  ['.a@b.co', /starts or ends with a dot/],
  ['a.@b.co', /starts or ends with a dot/],
  ['a..b@b.co', /two dots in a row/],
  ['"ana"@example.com', /a quotation mark before the @/],
  ['"a b"@example.com', /a quotation mark before the @/],
  ['<script>@b.co', /"<" before the @/],
  ['Ana <ana@example.com>', /a space before the @/],
  ['a,b@example.com', /"," before the @/],
  ['a(b)@example.com', /"\(" before the @/],
  ['a\\b@example.com', /"\\" before the @/],
  ['a b@example.com', /a space before the @/],
  ['a\u00a0b@example.com', /U\+00A0 before the @/],
  ['a\tb@example.com', /U\+0009 before the @/],
  ['a\r\nBcc: x@example.com', /U\+000D before the @/],
  ['a\u0000@example.com', /U\+0000 before the @/],
  ['a\u007f@example.com', /U\+007F before the @/],
  ['a\u202e@example.com', /U\+202E before the @/],
  ['a\u2066@example.com', /U\+2066 before the @/],
  ['a\u200b@example.com', /U\+200B before the @/],
  ['a\u200d@example.com', /U\+200D before the @/],
  ['a\u00ad@example.com', /U\+00AD before the @/],
  ['a\u3164@example.com', /U\+3164 before the @/],
  ['a\ufe0f@example.com', /U\+FE0F before the @/],
  ['a😀@example.com', /U\+1F600 before the @/],
  ['a\ud800@example.com', /half of a surrogate pair/],
  ['a@\udc00.com', /half of a surrogate pair/],
  ['admin@localhost', /no dot/],
  ['a@münchen', /no dot/],
  ['a@example..com', /a dot too many/],
  ['a@.example.com', /a dot too many/],
  ['a@example.com.', /a dot too many/],
  ['a@example.com。', /a dot too many/],
  ['a@b-.com', /hyphen/],
  ['a@-b.com', /hyphen/],
  ['a@b.com-', /hyphen/],
  ['a@exam_ple.com', /"_" after the @/],
  ['a@exam ple.com', /a space after the @/],
  ['a@exa\nmple.com', /U\+000A after the @/],
  ['a@example.com\r\nBcc: b', /U\+000D after the @/],
  ['a@ex%61mple.com', /"%" after the @/],
  ['a@example.com/x', /"\/" after the @/],
  ['a@example.com:25', /":" after the @/],
  ['a@example.com?x', /"\?" after the @/],
  ['a@example.com#x', /"#" after the @/],
  ['a@ex\u202eample.com', /U\+202E after the @/],
  ['a@ex\u200dample.com', /international domain name/],
  ['a@ex\u00adample.com', /U\+00AD after the @/],
  ['a@ex\u200bample.com', /U\+200B after the @/],
  ['a@ex\u3164ample.com', /U\+3164 after the @/],
  ['a@a℀.com', /international domain name/],
  ['a@אa.com', /international domain name/],
  ['a@xn--abc.com', /international domain name/],
  ['a@example.xn--a', /international domain name/],
  ['a@[127.0.0.1]', /address literal/],
  ['a@[IPv6:::1]', /address literal/],
  ['a@127.0.0.1', /ends in a number/],
  ['a@１２７.０.０.１', /ends in a number/],
  ['a@0x7f.1', /ends in a number/],
  ['a@example.0x1F', /ends in a number/],
  ['a@example.0x', /ends in a number/],
  ['a@example.123', /ends in a number/],
]

describe('parseEmail', () => {
  for (const [sent, key] of ACCEPTED) {
    test(`accepts ${JSON.stringify(sent)} as sent and groups it by ${key}`, () => {
      assert.deepEqual(parseEmail(sent), { email: sent, key })
    })
  }

  for (const [text, reason] of REFUSED) {
    test(`refuses ${JSON.stringify(text)} and says ${reason.source}`, () => {
      const problem = problemOf(text)
      assert.match(problem, /^email must be an e-mail address such as ana@example\.com, but /)
      assert.match(problem, reason)
      assert.doesNotMatch(problem, /[^\x20-\x7e]/)
    })
  }

  // 64 + @ + 63.63.61 = 254
  const local64 = 'l'.repeat(64)
  const label63 = 'd'.repeat(63)
  const domain189 = `${label63}.${label63}.${'e'.repeat(61)}`

  test('the local part may have 64 bytes and not 65', () => {
    assert.ok('email' in parseEmail(`${local64}@example.com`))
    assert.match(problemOf(`l${local64}@example.com`), /may have 64 bytes and has 65/)
  })

  test('the local part is counted in bytes, not in characters', () => {
    assert.ok('email' in parseEmail(`${'é'.repeat(32)}@example.com`))
    assert.match(problemOf(`${'é'.repeat(32)}l@example.com`), /may have 64 bytes and has 65/)
  })

  test('a label may have 63 characters and not 64', () => {
    assert.ok('email' in parseEmail(`a@${label63}.com`))
    assert.match(problemOf(`a@d${label63}.com`), /longer than 63/)
    assert.ok('email' in parseEmail(`a@example.${label63}`))
    assert.match(problemOf(`a@example.d${label63}`), /longer than 63/)
  })

  test('an international label is counted in its ASCII form', () => {
    const encoded = (count: number) => domainToASCII(`${'ü'.repeat(count)}.de`).length - 3
    let fits = 1
    while (encoded(fits + 1) <= 63) fits++
    assert.ok('email' in parseEmail(`a@${'ü'.repeat(fits)}.de`))
    assert.match(problemOf(`a@${'ü'.repeat(fits + 1)}.de`), /longer than 63/)
  })

  test('the whole address may have 254 bytes and not 255', () => {
    assert.ok('email' in parseEmail(`${local64}@${domain189}`))
    assert.match(problemOf(`${local64}@${domain189}e`), /at most 254 bytes, but it has 255/)
  })

  test('the whole address is counted in bytes as sent', () => {
    // 𝐚 is four bytes as sent and one, an a, in ASCII form.
    const start = `${local64}@${'𝐚'.repeat(46)}.comm`
    assert.equal(Buffer.byteLength(start), 254)
    assert.ok('email' in parseEmail(start))
    assert.match(problemOf(`${start}m`), /at most 254 bytes, but it has 255\.$/)
  })

  test('the whole address is counted with its domain in ASCII form, too', () => {
    // ü is two bytes as sent and seven, xn--tda, in ASCII form.
    const start = `${local64}@${label63}.${label63}.${'e'.repeat(53)}`
    assert.equal(Buffer.byteLength(`${start}.xn--tda`), 254)
    assert.ok('email' in parseEmail(`${start}.ü`))
    assert.match(problemOf(`${start}e.ü`), /but it has 255 with its domain in ASCII form/)
  })

  test('a very long text is refused without being read', () => {
    assert.match(problemOf(`${'a.'.repeat(500_000)}@example.com`), /at most 254 bytes, but it has 1000012/)
  })

  test('never throws, and answers with the text as sent or a problem', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string(), pieces('@.-a1é\u202e\ud800[]"% xn')), (text) => {
        const parsed = parseEmail(text)
        if ('problem' in parsed) assert.match(say(parsed.problem), /^email must be an e-mail address/)
        else assert.equal(parsed.email, text)
      }),
      { numRuns: 2000 },
    )
  })

  test('every key is a sound address with the same key, whatever the case it was sent in', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (sent) => {
        const parsed = parseEmail(sent)
        if ('problem' in parsed) return assert.match(say(parsed.problem), /international domain name|ends in a number/)
        assert.equal(keyOf(parsed.key), parsed.key)
        assert.equal(keyOf(sent.toUpperCase()), parsed.key)
      }),
    )
  })

  test('a plain domain is checked as IDNA does', () => {
    const label = pieces('abXZ019-')
    fc.assert(
      fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), (labels) => {
        const domain = labels.join('.')
        const sound =
          labels.length > 1 &&
          labels.every((one) => /^[a-z0-9](?:[a-z0-9-]*[a-z0-9])?$/i.test(one)) &&
          domainToASCII(domain) === domain.toLowerCase() &&
          !/^\d+$/.test(labels.at(-1)!)
        assert.equal('email' in parseEmail(`a@${domain}`), sound, domain)
      }),
      { numRuns: 2000 },
    )
  })
})

function problemOf(text: string): string {
  const parsed = parseEmail(text)
  assert.ok('problem' in parsed, `${text.slice(0, 300)} was accepted`)
  return say(parsed.problem)
}

function say(problem: Message): string {
  return sentence(withField(problem, 'email'))
}

function keyOf(text: string): string {
  const parsed = parseEmail(text)
  assert.ok('key' in parsed, `${text} was refused`)
  return parsed.key
}

function pieces(characters: string): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...characters.split('')), { maxLength: 24 }).map((list) => list.join(''))
}
