import { readFileSync } from 'node:fs'
import core from '@stoplight/spectral-core'
import rulesets from '@stoplight/spectral-rulesets'

// What Spectral says about the OpenAPI documents of the repository. `npm run check` calls it. It is here because its packages are
// 50 MB, which a clone does without.

const spectral = new core.Spectral()
spectral.setRuleset({
  extends: [[rulesets.oas, 'recommended']],
  rules: {
    'oas3-parameter-description': 'warn',
    // A document describes an installation: whom to ask is known to its operator.
    'info-contact': 'off',
  },
})

for (const name of ['openapi.json', 'openapi.full.json']) {
  const found = await spectral.run(JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')))
  for (const { code, path, message } of found) {
    process.stderr.write(`${name} ${path.join(' ')}: ${message} (${code})\n`)
    process.exitCode = 1
  }
}
