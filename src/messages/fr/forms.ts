import type { forms as english } from '../en/forms.ts'
import type { Translation } from '../translation.ts'

export const forms: Translation<typeof english> = {
  'form.not_found': 'Aucun formulaire n’a cet identifiant. La liste : GET /v1/forms.',
  'form.no_such_address':
    'Il n’y a pas de formulaire à cette adresse. Vérifiez l’URL, ou consultez son submit_url avec GET /v1/forms.',
  'form.too_many': 'Un espace de travail a {max} formulaires au plus. Supprimez-en d’abord un.',
  'form.no_consent_text':
    'Le formulaire a un champ de type consent ; indiquez donc à quoi les personnes consentent : consent avec purpose et text.',
  'form.fields_not_list': '{field} doit être un tableau de champs, mais la valeur est {found}.',
  'form.too_many_fields': 'Un formulaire a {max} champs au plus, mais il y en a {count}.',
  'form.same_field_twice': 'Deux champs se nomment « {name} ».',
  'form.no_sender':
    'Un formulaire a besoin d’un champ first_name ou email : sans l’un des deux, personne ne sait qui a écrit. Ajoutez-en un.',
  'form.consent_twice': 'Un formulaire demande le consentement une seule fois. Gardez un seul champ de type consent.',
  'form.field_not_email': '{field} du champ email doit être email.',
  'form.field_not_consent': 'Un champ de type consent se nomme « consent », et aucun autre champ ne porte ce nom.',
  'form.field_type_fixed': '{field} du champ {name} doit être {type}.',
  'form.field_without_options': '{field} est obligatoire : indiquez les choix possibles.',
  'form.field_with_options': '{field} n’existe que pour {types}.',
  'form.same_option_twice': '{field} contient deux fois le même texte.',
  'form.hidden_required': '{path} est masqué ; personne ne peut donc le remplir. Omettez required.',
  'form.wrong_field_name':
    '{field} doit commencer par une lettre et ne contenir que des lettres, des chiffres, « . », « _ » et « - ».',
  'form.reserved_field_name':
    '{field} ne doit pas être « {name} », qui a une signification particulière. Choisissez un autre nom.',
  'form.forbidden_field_name': '{field} ne doit pas être « {name} ». Choisissez un autre nom.',
  'form.wrong_redirect':
    '{field} doit être une adresse http ou https absolue, par exemple https://www.example.com/thanks.',
  'form.condition_unknown':
    'Il est affiché par un champ « {name} », mais le formulaire n’en a pas. Choisissez un autre champ, ou omettez la condition.',
  'form.condition_file': 'Il est affiché par le champ « {name} », qui accepte des fichiers. Choisissez un autre champ.',
  'form.condition_of_hidden': 'Le champ {name} est masqué de toute façon : omettez show_when.',
  'form.condition_both': '{field} doit avoir is ou is_not, pas les deux.',
  'form.condition_circle':
    'Le champ {name} est affiché par un champ lui-même affiché par {name} : personne ne verrait jamais ni l’un ni l’autre. Omettez l’une des conditions.',
  'form.condition_value': '« {value} » ne fait pas partie des choix de {name} : {choices}.',
  'form.condition_of_sender':
    'first_name ou email doit toujours être affiché : sinon, personne ne sait qui a écrit. Omettez la condition de l’un d’eux.',
  'form.wrong_color': '{field} doit être une couleur de six chiffres hexadécimaux après un #, par exemple #1f5fd0.',
  'form.wrong_language': '{field} doit être un code de langue tel que en, de ou pt-BR.',
  'form.translation_language': '{field} doit porter le nom d’une langue : {languages}.',
  'form.translation_own':
    'Les textes du formulaire lui-même sont dans cette langue. Modifiez-les, ou supprimez la traduction : null pour translations.{language}.',
  'form.translations_too_large':
    '{field} doit avoir au plus {max} caractères en JSON, toutes langues comprises, mais en a {count}.',
  'form.not_one_line': '{field} doit tenir sur une ligne.',
  'form.wrong_protection':
    '{field} doit être off, normal ou strict, ou le nombre de points (1 à {max}) à partir duquel un envoi est retenu.',
  'held.not_found': 'Aucun envoi retenu n’a cet identifiant. La liste : GET /v1/held.',
  'held.wrong_form': '{field} doit être l’identifiant d’un formulaire. La liste : GET /v1/forms.',
  'held.no_filter': 'Indiquez lesquels : form_id, reason, ou les deux.',
  'submission.thanks': 'Merci. Nous avons bien reçu votre message.',
  'submission.without_consent':
    'Ce formulaire n’a aucun envoi avec cet identifiant et un consentement. La liste : GET /v1/forms/{id}/submissions.',
  'submission.file_gone':
    'Ce fichier n’existe pas. Il disparaît avec son contact, ou au bout de 30 jours avec un envoi retenu.',
  'submission.missing': '{label} est obligatoire. Veuillez remplir ce champ.',
  'submission.no_file': '{label} est obligatoire. Veuillez choisir un fichier.',
  'submission.no_choice': '{label} est obligatoire. Veuillez faire au moins un choix.',
  'submission.no_tick': 'Veuillez cocher « {label} ».',
  'submission.no_consent': 'Veuillez cocher la case pour donner votre accord.',
  'submission.not_text': '{label} doit être un texte.',
  'submission.not_tick': '{label} doit être coché ou non : envoyez true ou false.',
  'submission.not_phone': '{label} doit être un numéro de téléphone, par exemple +351 210 000 000.',
  'submission.not_number': '{label} doit être un nombre.',
  'submission.not_date': '{label} doit être une date, par exemple 2026-11-30.',
  'submission.not_website': '{label} doit être l’adresse d’un site web, par exemple https://example.com.',
  'submission.not_choice': '{label} doit être l’un des choix proposés.',
  'submission.not_choices': '{label} doit faire partie des choix proposés.',
  'submission.too_many_choices':
    '{label} doit compter {max} caractères au plus, tous choix compris. Veuillez en choisir moins.',
  'submission.not_utf8': 'Le corps n’est pas de l’UTF-8 valide. Envoyez la page et le formulaire en UTF-8.',
  'submission.not_multipart':
    'Le corps n’est pas un formulaire multipart valide. Envoyez-le comme l’écrivent les navigateurs et FormData, et laissez-les définir Content-Type.',
  'submission.one_file_only': 'Veuillez n’envoyer qu’un seul fichier.',
  'submission.too_many_files': 'Veuillez envoyer {max} fichiers au plus.',
  'submission.file_too_large': 'Le fichier dépasse {megabytes} Mo. Veuillez en choisir un plus petit.',
  'submission.file_too_slow':
    'Le fichier est arrivé trop lentement alors que d’autres attendaient. Veuillez renvoyer le formulaire.',
  'submission.file_not_taken': 'Ce type de fichier n’est pas accepté. Veuillez envoyer {kinds}.',
  'submission.no_room':
    'Il n’y a pas de place pour des fichiers en ce moment. Veuillez envoyer le formulaire sans fichier.',
  'submission.no_room_for_client':
    'Trop de fichiers sont arrivés de votre réseau aujourd’hui. Veuillez envoyer le formulaire sans fichier, ou réessayer demain.',
  'spam.honeypot': 'Un champ invisible pour les personnes a été rempli.',
  'spam.no_token':
    'Il ne porte ni jeton du formulaire ni rien de ce que les navigateurs envoient ; un programme l’a donc envoyé sans ouvrir de page.',
  'spam.no_token_from_browser': 'Il ne porte pas de jeton, mais un navigateur semble l’avoir envoyé.',
  'spam.stale_token': 'La page a été ouverte plus d’un jour avant l’envoi du formulaire.',
  'spam.bad_token': 'Son jeton a été inventé, modifié ou pris dans un autre formulaire.',
  'spam.instant': 'Il a été envoyé moins de 3 secondes après l’ouverture de la page.',
  'spam.no_proof': 'Le navigateur n’a pas fait le petit calcul que demande notre script.',
  'spam.expired_proof': 'Le calcul que demande notre script a été fait il y a trop longtemps.',
  'spam.bad_proof': 'Sa preuve de travail est fausse, ou appartient à un autre formulaire.',
  'spam.replayed_proof': 'Sa preuve de travail a déjà été envoyée. Chacune ne compte qu’une fois.',
  'spam.disposable': 'L’adresse e-mail vient d’un fournisseur d’adresses jetables.',
  'spam.link_in_name': 'Le nom contient un lien.',
  'spam.repeated_text': 'Le même texte est venu de plusieurs expéditeurs.',
  'spam.repeated_link': 'Le même texte, contenant un lien, est venu de plusieurs expéditeurs.',
  'spam.same_again': 'Le même expéditeur a déjà envoyé exactement ceci, plusieurs fois.',
  'spam.same_token': 'Une seule page ouverte a envoyé le formulaire de nombreuses fois.',
  'spam.many_without_token': 'Un seul expéditeur en a envoyé beaucoup en dix minutes, sans jeton.',
  'spam.many_without_proof': 'Un seul expéditeur en a envoyé énormément en dix minutes, sans preuve de travail.',
  'spam.too_many': 'Un seul expéditeur en a envoyé en dix minutes bien plus qu’une personne ne le pourrait.',
  'page.not_sent': 'Rien n’a encore été envoyé. Veuillez corriger ce qui suit :',
  'page.files_again': 'Les fichiers doivent être choisis de nouveau.',
  'page.no_form_title': 'Ce formulaire n’existe pas',
  'page.no_form':
    'Il n’y a pas de formulaire à cette adresse. Vérifiez le lien, ou demandez-en un nouveau à la personne qui vous l’a donné.',
  'page.forbidden': 'Ce formulaire ne peut pas être envoyé d’ici',
  'page.gone': 'Ce formulaire n’existe plus',
  'page.too_large': 'Le formulaire est trop volumineux',
  'page.too_many': 'Veuillez patienter un instant',
  'page.refused': 'Le formulaire n’a pas été envoyé',
  'page.unavailable': 'Le formulaire ne peut pas être affiché pour le moment',
  'page.back': 'Revenez au formulaire : votre navigateur garde ce que vous avez saisi.',
  'confirm.title': 'Confirmez votre adresse',
  'confirm.ask': 'Votre adresse a été saisie dans un formulaire. Confirmez que c’était bien vous :',
  'confirm.ask_form': 'Votre adresse a été saisie dans le formulaire « {form} ». Confirmez que c’était bien vous :',
  'confirm.button': 'Confirmer l’adresse',
  'confirm.done_title': 'Merci',
  'confirm.done': 'Votre adresse est confirmée. Vous pouvez fermer cette page.',
  'confirm.expired_title': 'Ce lien est trop ancien',
  'confirm.expired':
    'Il est valable sept jours. Remplissez de nouveau le formulaire, et vous recevrez un nouvel e-mail.',
  'confirm.open_form': 'Ouvrir le formulaire',
  'confirm.gone_title': 'Il n’y a rien à confirmer',
  'confirm.gone':
    'Ce que vous aviez envoyé a été supprimé. Remplissez de nouveau le formulaire, et vous recevrez un nouvel e-mail.',
}
