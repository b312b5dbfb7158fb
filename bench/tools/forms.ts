/** Creates a form and returns where it is sent to. Its submissions are judged like all others, and never held. */
export async function createForm(port: number, key: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/forms`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', protection: 100 }),
  })
  const { data } = (await answer.json()) as { data: { public_id: string } }
  return `/v1/forms/${data.public_id}/submissions`
}
