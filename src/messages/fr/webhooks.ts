import type { webhooks as english } from '../en/webhooks.ts'
import type { Translation } from '../translation.ts'

export const webhooks: Translation<typeof english> = {
  'webhook.not_found': 'Aucun webhook n’a cet identifiant. La liste : GET /v1/webhooks.',
  'webhook.no_such_address': 'Il n’y a pas de webhook à cette adresse. Vérifiez l’URL, ou créez un nouveau webhook.',
  'webhook.name_taken':
    'Il existe déjà un webhook actif nommé « {name} ». Choisissez un autre nom, ou révoquez d’abord celui-là.',
  'webhook.revoked': 'Ce webhook est révoqué et ne peut pas être modifié. Créez-en un nouveau.',
  'webhook.delivery_id_place':
    '{field} doit indiquer où se trouve l’identifiant : header:NAME, query:NAME ou body:/json/pointer, par exemple header:x-event-id.',
  'webhook.signature_required':
    '{field} est obligatoire pour l’expéditeur hmac : indiquez au moins dans quel en-tête se trouve la signature.',
  'webhook.signature_unused':
    '{field} n’existe que pour l’expéditeur hmac ; la façon dont {provider} signe est connue. Omettez-le.',
  'webhook.secret_without_provider':
    'secret ne sert à rien sans un expéditeur qui signe. Choisissez l’expéditeur comme provider, ou omettez-le.',
  'webhook.secret_unused':
    'secret ne sert à rien avec l’expéditeur {provider}, qui ne signe pas. Envoyez son {token} comme verify_token.',
  'webhook.secret_blank': 'secret ne doit pas être vide. Copiez-le depuis l’expéditeur.',
  'webhook.secret_too_long': 'secret doit compter {max} caractères au plus, mais en a {length}.',
  'webhook.secret_control_character':
    'secret contient un saut de ligne ou un autre caractère de contrôle. Copiez-le de nouveau, sans la fin de ligne.',
  'webhook.secret_placeholder': 'secret est le texte fictif d’un exemple. Copiez le vrai depuis l’expéditeur.',
  'webhook.secret_not_base64':
    'secret doit être whsec_ et du base64, ou du base64 seul, tel que l’expéditeur l’affiche.',
  'webhook.secret_not_hex':
    'secret doit compter au moins 32 chiffres hexadécimaux (0–9, a–f), tel que l’expéditeur l’affiche.',
  'webhook.secret_too_short': 'secret doit compter au moins {min} octets en base64.',
  'webhook.secret_is_api_key':
    'secret doit être le secret de signature du point de terminaison (whsec_…), mais c’est une clé API. Renouvelez la clé si elle a été exposée.',
  'webhook.preview_choice': 'Envoyez soit delivery_id d’une livraison enregistrée, soit body pour un essai.',
  'webhook.preview_not_id': '{field} doit être l’identifiant d’une livraison enregistrée.',
  'webhook.no_mapping': 'Ce webhook n’a pas encore de correspondance. Envoyez celle à essayer dans mapping.',
  'signature.not_header':
    '{field} doit être le nom d’un en-tête, par exemple X-Signature, de {max} caractères au plus.',
  'signature.header_required': '{field} est obligatoire. Envoyez le nom de l’en-tête qui contient la signature.',
  'signature.not_ascii': '{field} doit compter {max} caractères ASCII visibles ou espaces au plus.',
  'signature.timestamp_in_header':
    '{field} est l’en-tête de la signature. Omettez-le, et écrivez prefix avec {place} dedans, par exemple "{example}".',
  'signature.id_header_shared': '{field} doit être un en-tête à part.',
  'signature.place_once': '{field} doit contenir {place} une seule fois.',
  'signature.prefix_end': '{field} a besoin de texte entre {place} et la signature.',
  'signature.timestamp_in_prefix': '{field} ne sert à rien lorsque prefix contient {place}.',
  'signature.other_braces': '{field} peut contenir {places}, mais pas d’autres accolades.',
  'signature.unsigned_prefix':
    '{field} doit contenir {place} : ce qui n’est pas signé ne prouve rien. Ou retirez-le de prefix.',
  'signature.unsigned_header':
    '{field} doit contenir {place} : ce qui n’est pas signé ne prouve rien. Ou omettez {header}.',
  'signature.header_for_place': '{field} est obligatoire, car le modèle contient {place}.',
  'signature.tolerance_unused': '{field} a besoin de {place} dans le modèle.',
  'signature.gap': '{field} a besoin de texte entre {first} et {second}, pour que l’un ne passe pas pour l’autre.',
  'signature.gap_or_tolerance':
    '{field} a besoin de texte entre {first} et {second}, pour que l’un ne passe pas pour l’autre, ou définissez tolerance_seconds.',
  'mapping.no_first_name':
    '{field} doit avoir first_name, dont chaque contact a besoin. Indiquez où il se trouve, par exemple {example}, ou choisissez un modèle prédéfini.',
  'mapping.too_many_extra': '{field} doit avoir {max} champs supplémentaires au plus, mais en a {count}.',
  'mapping.not_equals': '{field} doit être une liste de 1 à {max} chaînes de 1 à {length} caractères.',
  'mapping.not_values': '{field} doit être un pointeur ou une liste de 1 à {max} pointeurs.',
  'mapping.too_many_fields': '{field} doit avoir {max} champs au plus, mais en a {count}.',
  'mapping.field_name': 'Les noms dans {path} doivent compter 1 à {max} caractères, et ne pas être __proto__.',
  'mapping.too_many_rules': '{field} doit avoir {max} alternatives au plus, mais en a {count}.',
  'mapping.one_kind': '{field} doit avoir exactement l’un de pointer, answer et constant.',
  'mapping.constant_take': '{field} n’a pas de sens pour une constante. Omettez-le.',
  'mapping.not_constant': '{field} doit être une chaîne de 1 à {max, number} caractères, un nombre ou un booléen.',
  'pointer.missing': '{field} doit être un JSON Pointer, par exemple /form/email, mais il est absent.',
  'pointer.not_text': '{field} doit être un JSON Pointer, par exemple /form/email, mais la valeur est {found}.',
  'pointer.too_long': '{field} doit compter {max} caractères au plus. C’est un JSON Pointer (RFC 6901).',
  'pointer.no_slash': '{field} doit commencer par « / », par exemple /form/email. C’est un JSON Pointer (RFC 6901).',
  'pointer.tilde':
    '{field} contient un « ~ » qui n’est ni ~0 (pour ~) ni ~1 (pour /). C’est un JSON Pointer (RFC 6901).',
  'pointer.too_deep': '{field} doit avoir {max} segments au plus. C’est un JSON Pointer (RFC 6901).',
}
