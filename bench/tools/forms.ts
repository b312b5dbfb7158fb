/** Creates a form and returns the path that it submits to. Its submissions are checked for spam, but never held. */
export async function createForm(port: number, key: string): Promise<string> {
  const answer = await fetch(`http://127.0.0.1:${port}/v1/forms`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'Bench', protection: 100 }),
  })
  const { data } = (await answer.json()) as { data: { public_id: string } }
  return `/v1/forms/${data.public_id}/submissions`
}
