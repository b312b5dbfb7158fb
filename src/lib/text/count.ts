/** "1 event", "2,000 events". For logs and commands, which are English; everything else has messages/. */
export function formatCount(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
