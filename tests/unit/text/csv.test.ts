import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import {
  type CsvProblem,
  type CsvRecord,
  detectSeparator,
  guardFormula,
  readCsv,
  SEPARATORS,
  type Separator,
  scanCsv,
  unguardFormula,
  writeRecord,
} from '../../../src/lib/text/csv.ts'

const cellsOf = (text: string, separator: Separator = ',') => [...readCsv(text, separator)].map(({ cells }) => cells)

/** Texts with many characters that matter to CSV. */
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

  test('the positions of the records cover any text without a gap, and a record read alone is the same', () => {
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

describe('hostile files', () => {
  // A record may be as long as the file: what matters is the work between two pauses.
  const SHAPES: Record<string, string> = {
    'quoted cells in one row': '"a",'.repeat(250_000),
    'pairs of quotes in one cell': `"${'""'.repeat(500_000)}"`,
    'line breaks in one cell': `"${'\n'.repeat(1_000_000)}"`,
    'quotes only': '"'.repeat(1_000_001),
    'a million cells': ','.repeat(1_000_000),
    'one cell': 'x'.repeat(2_000_000),
    'stray quotes': 'a"b,'.repeat(250_000),
  }
  for (const [name, text] of Object.entries(SHAPES)) {
    test(`${name}: pauses are offered, and little is kept`, () => {
      let pauses = 0
      const records: CsvRecord[] = []
      for (const record of scanCsv(text, ',')) {
        if (record === null) pauses++
        else records.push(record)
      }
      assert.ok(pauses >= text.length / 65_536 - 2, `${pauses} pauses`)
      assert.equal(records.length, 1)
      assert.ok(records[0]!.cells.length <= 1_000)
      assert.equal(records[0]!.end, text.length)
    })
  }

  test('a row of half a million characters is read, a longer one is refused as a whole and the next ones are read', () => {
    const [long, next] = readCsv(`a,${'x'.repeat(524_288)}\nb\n`, ',')
    assert.deepEqual([long!.problem, long!.cells, next!.cells, next!.line], ['long_row', [], ['b'], 2])
    const [fits] = readCsv(`a,${'x'.repeat(524_286)}\n`, ',')
    assert.deepEqual([fits!.problem, fits!.cells.length], [null, 2])
  })

  test('cells beyond the first thousand are counted, and noted if they are not blank', () => {
    const [blank, full] = readCsv(`a${','.repeat(2_000)}\n${','.repeat(2_000)}b\n`, ',')
    assert.deepEqual([blank!.cellCount, blank!.hasMore], [2_001, false])
    assert.deepEqual([full!.cellCount, full!.hasMore], [2_001, true])
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

  test('written text is read back unchanged, without problems', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const records = [...readCsv(rows.map((cells) => writeRecord(cells)).join(''), ',')]
        assert.deepEqual(
          records.map(({ cells }) => cells),
          rows,
        )
        assert.ok(records.every(({ problem }) => problem === null))
      }),
      { numRuns: 2_000 },
    )
  })

  test('the separator of written text is detected as the comma', () => {
    const header = fc.array(cell, { minLength: 2, maxLength: 6 })
    fc.assert(fc.property(header, (cells) => assert.equal(detectSeparator(writeRecord(cells)), ',')))
    assert.equal(SEPARATORS.length, 3)
  })
})

describe('formulas', () => {
  for (const text of ['=1+1', '+351', '-1', '@a', '\tx', '\rx', "'=1", "''+1"]) {
    test(`${JSON.stringify(text)} gets an apostrophe`, () => assert.equal(guardFormula(text), `'${text}`))
  }
  for (const [text, guarded] of [
    ["x;=cmd|' /C calc'!A0", "x;'=cmd|' /C calc'!A0"],
    ['x\t+1', "x\t'+1"],
    ['x\r\n@a', "x\r\n'@a"],
    ['a;b;-1;=2', "a;b;'-1;'=2"],
    ['x;"=1"', 'x;"\'=1"'],
    ['＝1', "'＝1"],
    ['x;＋1', "x;'＋1"],
    ['－1', "'－1"],
    ['＠a', "'＠a"],
  ] as const) {
    test(`${JSON.stringify(text)} becomes ${JSON.stringify(guarded)}`, () => {
      assert.equal(guardFormula(text), guarded)
      assert.equal(unguardFormula(guarded), text)
    })
  }
  for (const text of ['', 'a', '1-1', 'a;b', 'a; =1', 'a\nb', "'", "'tis", "O'Brien", ' =1']) {
    test(`${JSON.stringify(text)} stays`, () => {
      assert.equal(guardFormula(text), text)
      assert.equal(unguardFormula(text), text)
    })
  }

  test('any text is restored, and never begins like a formula in between', () => {
    const text = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom(...'\'=+-@\t\r\na;"＝＠') }))
    fc.assert(
      fc.property(text, (given) => {
        const guarded = guardFormula(given)
        assert.ok(!/(?:^|[;\t\r\n])(?:["']*")?[=+\-@\uff1d\uff0b\uff0d\uff20]/.test(guarded), guarded)
        assert.equal(unguardFormula(guarded), given)
      }),
      { numRuns: 2_000 },
    )
  })
})
