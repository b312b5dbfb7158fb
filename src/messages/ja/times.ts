import type { times as english } from '../en/times.ts'
import type { Translation } from '../translation.ts'

export const times: Translation<typeof english> = {
  'time.no_time': '{field}は日付の後に時刻が必要です。例：2026-07-01T09:30:00Z',
  'time.not_iso': '{field}は2026-07-01T09:30:00ZのようなISO 8601の日時でなければなりません。',
  'time.no_month': '{field}の月は01～12でなければなりませんが、{found}です。',
  'time.no_day': '{field}は実在する日でなければなりませんが、{month}の日は01～{days}で、{found}はありません。',
  'time.no_hour': '{field}の時は00～23でなければなりませんが、{found}です（午前0時はT00:00）。',
  'time.no_minute': '{field}の分は00～59でなければなりませんが、{found}です。',
  'time.no_second': '{field}の秒は00～59でなければなりませんが、{found}です。',
  'time.leap_second': '{field}の秒は00～59でなければなりませんが、60です（うるう秒は予約できません）。',
  'time.no_offset': '{field}のUTCからのオフセットは-23:59～+23:59でなければなりません。例：+02:00またはZ',
  'time.out_of_range': '{field}は1970年から9999年まで（UTC）でなければなりません。',
  'time.no_zone': '「{zone}」はタイムゾーンの名前ではありません。',
  'time.skipped': '{zone}の{day}に{time}は存在しません。時計が{from}から{to}に進みます。別の時刻を選んでください。',
}
