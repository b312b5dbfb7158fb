import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  type CsvProblem,
  detectSeparator,
  guardFormula,
  readCsv,
  SEPARATORS,
  type Separator,
  unguardFormula,
  writeRecord,
} from '../../src/lib/csv.ts'

const cellsOf = (text: string, separator: Separator = ',') => [...readCsv(text, separator)].map(({ cells }) => cells)

/** Texts with much of what matters to CSV in them. */
const cell = fc.oneof(
  fc.string({ unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r\n', ' ', "'", '=', 'ü', '😀'), maxLength: 12 }),
  fc.string({ unit: 'binary', maxLength: 20 }).filter((text) => !/\r(?!\n)/.test(text)),
)
const table = fc.array(fc.array(cell, { minLength: 1, maxLength: 5 }), { maxLength: 6 })

describe('reading', () => {
  const READ: Array<[name: string, text: string, cells: string[][], separator?: Separator]> = [
    ['nothing', '', []],
    ['one cell', 'a', [['a']]],
    [
      'a last line without its break',
      'a,b\r\nc,d',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    [
      'LF',
      'a,b\nc,d\n',
      [
        ['a', 'b'],
        ['c', 'd'],
      ],
    ],
    ['both line breaks in one file', 'a\r\nb\nc', [['a'], ['b'], ['c']]],
    ['a blank line', 'a\n\nb\n', [['a'], [''], ['b']]],
    [
      'empty cells',
      ',\r\n,,',
      [
        ['', ''],
        ['', '', ''],
      ],
    ],
    ['spaces as they are', ' a , b ', [[' a ', ' b ']]],
    ['quotes', '"a","b"', [['a', 'b']]],
    ['a quote inside quotes', '"say ""hi"""', [['say "hi"']]],
    ['an empty quoted cell', '"",a', [['', 'a']]],
    ['separators and breaks in quotes', '"a,b","c\r\nd"\ne', [['a,b', 'c\r\nd'], ['e']]],
    ['semicolons', 'a;"b;c";1,5', [['a', 'b;c', '1,5']], ';'],
    ['tabs', 'a\tb c\t', [['a', 'b c', '']], '\t'],
    ['a lone CR is no line break', 'a\rb', [['a\rb']]],
  ]
  for (const [name, text, cells, separator] of READ) {
    test(name, () => assert.deepEqual(cellsOf(text, separator), cells))
  }

  test('each record knows the line it begins at, also behind cells with line breaks', () => {
    const text = 'a,b\n"1\n2","3\r\n4"\r\n\nx\n'
    assert.deepEqual(
      [...readCsv(text, ',')].map(({ line }) => line),
      [1, 2, 5, 6],
    )
    assert.deepEqual(
      [...readCsv(text, ',', 10)].map(({ line }) => line),
      [10, 11, 14, 15],
    )
  })

  const BROKEN: Array<[text: string, problem: CsvProblem, line: number, records: number]> = [
    ['a"b\nc', 'stray_quote', 1, 2],
    ['a\n"b"c,d\ne', 'stray_quote', 2, 3],
    ['a\n "b"\nc', 'stray_quote', 2, 3],
    ['a\n"b\nc,d\n', 'open_quote', 2, 2],
    ['"', 'open_quote', 1, 1],
    ['"a""', 'open_quote', 1, 1],
  ]
  for (const [text, problem, line, records] of BROKEN) {
    test(`${JSON.stringify(text)} has a ${problem} in line ${line}, and the rows around it are read`, () => {
      const read = [...readCsv(text, ',')]
      assert.equal(read.length, records)
      assert.deepEqual(
        read.filter((record) => record.problem !== null).map((record) => [record.problem, record.line]),
        [[problem, line]],
      )
    })
  }

  test('the places of the records cover any text without a gap, and a record read alone is the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r'), maxLength: 30 }), (text) => {
        let at = 0
        for (const { start, end, cells, problem, line } of readCsv(text, ',')) {
          assert.equal(start, at)
          assert.ok(end > start)
          at = end
          const [alone] = readCsv(text.slice(start, end), ',', line)
          assert.deepEqual([alone!.cells, alone!.problem, alone!.line], [cells, problem, line])
        }
        assert.equal(at, text.length)
      }),
      { numRuns: 2_000 },
    )
  })
})

describe('the separator', () => {
  const FOUND: Array<[text: string, separator: Separator]> = [
    ['a,b;c,d', ','],
    ['a;b;c,d', ';'],
    ['a\tb\tc,d', '\t'],
    ['"a,b,c";d', ';'],
    ['a', ','],
    ['', ','],
    ['a;b\n1,2,3,4,5', ';'],
    ['"a\nb,,,,";c', ';'],
  ]
  for (const [text, separator] of FOUND) {
    test(`of ${JSON.stringify(text)} is ${JSON.stringify(separator)}`, () =>
      assert.equal(detectSeparator(text), separator))
  }
})

describe('writing', () => {
  test('quotes only what needs it, and ends lines with CRLF', () => {
    assert.equal(writeRecord(['a', 'b c', '', 'd,e', 'f"g', 'h\ni']), 'a,b c,,"d,e","f""g","h\ni"\r\n')
  })

  test('what is written is read back as it was, with nothing to complain about', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const records = [...readCsv(rows.map(writeRecord).join(''), ',')]
        assert.deepEqual(
          records.map(({ cells }) => cells),
          rows,
        )
        assert.ok(records.every(({ problem }) => problem === null))
      }),
      { numRuns: 2_000 },
    )
  })

  test('the separator of what is written is found to be the comma', () => {
    const header = fc.array(cell, { minLength: 2, maxLength: 6 })
    fc.assert(fc.property(header, (cells) => assert.equal(detectSeparator(writeRecord(cells)), ',')))
    assert.equal(SEPARATORS.length, 3)
  })
})

describe('formulas', () => {
  for (const text of ['=1+1', '+351', '-1', '@a', '\tx', '\rx', "'=1", "''+1"]) {
    test(`${JSON.stringify(text)} gets an apostrophe`, () => assert.equal(guardFormula(text), `'${text}`))
  }
  for (const text of ['', 'a', '1-1', "'", "'tis", "O'Brien", ' =1']) {
    test(`${JSON.stringify(text)} stays`, () => {
      assert.equal(guardFormula(text), text)
      assert.equal(unguardFormula(text), text)
    })
  }

  test('any text comes back as it was, and never begins like a formula in between', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom("'", '=', '+', '-', '@', '\t', '\r', 'a') }))
    fc.assert(
      fc.property(text, (given) => {
        const guarded = guardFormula(given)
        assert.ok(!/^[=+\-@\t\r]/.test(guarded))
        assert.equal(unguardFormula(guarded), given)
      }),
      { numRuns: 2_000 },
    )
  })
})
