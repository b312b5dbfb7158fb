import type { Worker } from 'node:cluster'

/** What node:cluster sends along with a connection, and what comes back for it. */
interface ClusterMessage {
  act?: string
  seq?: number
  ack?: number
}

interface Handle {
  close(): void
}

/**
 * node:cluster hands a connection over and closes its own end when the other process says that it has it. If that process
 * ends without a word, nobody ever does: whoever called would wait for ever. So each connection that was not taken is
 * given back as if it had been refused, which makes node:cluster hand it to another process. A process says that it has
 * a connection before it reads from it, so nothing is read twice. node:cluster offers no public way to this.
 */
export function returnUntaken(worker: Worker, isAnotherListening: () => boolean): void {
  const { process: child } = worker
  const untaken = new Map<number, Handle>()
  const send = child.send.bind(child) as (...given: unknown[]) => boolean
  child.send = (...given: unknown[]) => {
    const [message, handle] = given as [ClusterMessage, Handle | undefined]
    if (handle !== undefined && message.act === 'newconn') untaken.set(message.seq!, handle)
    return send(...given)
  }
  child.on('internalMessage' as never, (({ ack }: ClusterMessage) => untaken.delete(ack!)) as never)
  // Everything that it had said has been read by now.
  child.once('close', () => {
    if (untaken.size === 0) return
    // Node does not say so itself while a connection waits to be taken, and would go on to hand others to it.
    child.emit('disconnect')
    for (const [ack, handle] of [...untaken]) {
      if (isAnotherListening()) child.emit('internalMessage', { cmd: 'NODE_CLUSTER', ack, accepted: false })
      else handle.close()
    }
  })
}
