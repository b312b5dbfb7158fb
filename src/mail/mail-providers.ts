// Where many people who have nothing to do with each other have mailboxes. A limit for a whole domain would keep the others
// from confirming; elsewhere all addresses of a domain may lead to one mailbox. Incomplete on purpose: what is missing here
// only meets MAIL_DOMAIN_LIMIT earlier.

/** With a domain in many countries. */
const FAMILIES = /^(?:yahoo|hotmail|outlook|live|gmx|yandex|aol|orange|terra|zoho)\.(?:[a-z]{2,3}|com?\.[a-z]{2})$/

const PROVIDERS = new Set([
  ...['gmail.com', 'googlemail.com', 'msn.com', 'ymail.com', 'rocketmail.com', 'icloud.com', 'me.com', 'mac.com'],
  ...['proton.me', 'protonmail.com', 'pm.me', 'fastmail.com', 'hey.com', 'tutanota.com', 'tuta.com', 'mail.com'],
  ...['web.de', 't-online.de', 'freenet.de', 'posteo.de', 'mailbox.org', 'bluewin.ch', 'a1.net', 'chello.at'],
  ...['wanadoo.fr', 'free.fr', 'sfr.fr', 'laposte.net', 'neuf.fr', 'telenet.be', 'skynet.be', 'ziggo.nl', 'kpnmail.nl'],
  ...['libero.it', 'virgilio.it', 'tiscali.it', 'alice.it', 'sapo.pt', 'telefonica.net', 'seznam.cz', 'centrum.cz'],
  ...[
    'wp.pl',
    'o2.pl',
    'onet.pl',
    'interia.pl',
    'op.pl',
    'mail.ru',
    'bk.ru',
    'list.ru',
    'inbox.ru',
    'rambler.ru',
    'ukr.net',
  ],
  ...['btinternet.com', 'sky.com', 'talktalk.net', 'ntlworld.com', 'virginmedia.com', 'eircom.net', 'online.no'],
  ...['comcast.net', 'verizon.net', 'att.net', 'sbcglobal.net', 'bellsouth.net', 'cox.net', 'charter.net'],
  ...['shaw.ca', 'rogers.com', 'sympatico.ca', 'bigpond.com', 'optusnet.com.au', 'xtra.co.nz'],
  ...['uol.com.br', 'bol.com.br', 'qq.com', '163.com', '126.com', 'sina.com', 'foxmail.com', 'naver.com', 'daum.net'],
  ...['hanmail.net', 'rediffmail.com', 'docomo.ne.jp', 'ezweb.ne.jp', 'softbank.ne.jp'],
  // They pass mail on, each address to a person of its own.
  ...['duck.com', 'privaterelay.appleid.com', 'mozmail.com', 'simplelogin.com', 'passmail.net'],
])

/** `domain` in small ASCII letters. */
export function isMailProvider(domain: string): boolean {
  return PROVIDERS.has(domain) || FAMILIES.test(domain)
}
