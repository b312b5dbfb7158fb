import type { mails as english } from '../en/mails.ts'
import type { Translation } from '../translation.ts'

export const mails: Translation<typeof english> = {
  'mail.not_set': 'Cette installation n’envoie pas d’e-mails : aucun serveur de messagerie n’est configuré.',
  'mail.give_link': 'Cette installation n’envoie pas d’e-mails. Transmettez vous-même le lien à la personne.',
  'mail.set_up_first':
    'Cette installation n’envoie pas d’e-mails. Demandez à l’exploitant de configurer un serveur de messagerie, puis activez cette option.',
  'mail.not_address': 'Ce n’est pas une adresse à laquelle un e-mail peut être envoyé.',
  'mail.unreachable': 'Le serveur de messagerie ne peut pas être joint. Vérifiez son hôte et son port.',
  'mail.wrong_password': 'Le serveur de messagerie refuse le nom d’utilisateur ou le mot de passe. Corrigez-les.',
  'mail.no_encryption':
    'Le serveur de messagerie ne propose pas de chiffrement valide. Vérifiez son certificat et son port.',
  'mail.timed_out':
    'Le serveur de messagerie n’a pas répondu à temps. Vérifiez qu’il fonctionne, ainsi que son hôte et son port.',
  'mail.broke_off': 'Le serveur de messagerie a interrompu la communication ({code}).',
  'mail.broke_off_silently': 'Le serveur de messagerie a interrompu la communication (sans donner de raison).',
  'mail.sender_refused':
    'Le serveur de messagerie refuse l’expéditeur ({code}). Vérifiez l’adresse d’où partent les e-mails.',
  'mail.address_refused':
    'Le serveur de messagerie refuse l’adresse de l’expéditeur ou du destinataire ({code}). Vérifiez les deux.',
  'mail.not_taken': 'Le serveur de messagerie n’a pas accepté l’e-mail ({code}). Réessayez plus tard.',
  'mail.stopped': 'Le destinataire s’est désabonné de ces e-mails.',
  'mail.workspace_limit':
    'L’espace de travail a envoyé {most} e-mails en une journée. L’exploitant peut en autoriser davantage.',
  'mail.client_limit':
    'Un seul client a provoqué {most} e-mails de ce type en une journée. L’exploitant peut en autoriser davantage, et vérifier qu’il ne s’agit pas d’un proxy.',
  'mail.domain_limit':
    'Les adresses d’un même domaine ont reçu {most} e-mails de ce type en une journée. L’exploitant peut en autoriser davantage.',
  'mail.form_limit': 'Le formulaire a envoyé {most} e-mails en une journée. L’exploitant peut en autoriser davantage.',
  'mail.address_limit':
    'L’adresse a reçu {most, plural, =1 {un e-mail de ce type} one {# e-mail de ce type} many {# e-mails de ce type} other {# e-mails de ce type}} en une journée, et n’en reçoit plus : n’importe qui aurait pu la saisir dans le formulaire.',
  'mail.stale': 'Il n’a pas pu être envoyé pendant des jours, et n’est plus d’actualité.',
  'mail.subject_gone': 'Ce dont il parlait n’existe plus.',
  'mail.no_auto_reply': 'Le formulaire n’a plus de réponse automatique.',
  'mail.confirmed_already': 'L’adresse est déjà confirmée.',
  'mail.restored': 'La base de données a été restaurée à partir d’une sauvegarde, et ceci a peut-être déjà été envoyé.',
  'letter.join_subject': 'Rejoignez l’équipe sur Doorpost',
  'letter.join': '{who} vous invite dans l’espace de travail « {workspace} » sur Doorpost, avec le rôle {role}.',
  'letter.join_operator': 'L’exploitant',
  'letter.join_end':
    'Le lien ne fonctionne qu’une fois, pendant sept jours. Quiconque le possède peut rejoindre l’équipe à votre place : ne le transmettez pas.',
  'letter.reset_subject': 'Un nouveau mot de passe pour Doorpost',
  'letter.reset': 'Bonjour {name}, ce lien vous permet de définir un nouveau mot de passe pour Doorpost.',
  'letter.reset_end':
    'Le lien ne fonctionne qu’une fois, pendant une heure. Si vous ne l’avez pas demandé, ne faites rien : votre mot de passe reste inchangé.',
  'letter.lead_subject': 'Nouveau lead : {name}',
  'letter.lead_subject_of_form': 'Nouveau lead : {name} ({form})',
  'letter.lead': 'Un nouveau lead est arrivé.',
  'letter.lead_of_form': 'Un nouveau lead est arrivé par « {form} ».',
  'letter.open_lead': 'Ouvrir dans Doorpost',
  'letter.leads_subject': '{total} nouveaux leads : {workspace}',
  'letter.leads': '{total} nouveaux leads sont arrivés.',
  'letter.more_leads': 'Et {more} de plus.',
  'letter.see_contacts': 'Voir tous les contacts',
  'letter.first_name': 'Prénom',
  'letter.last_name': 'Nom',
  'letter.address': 'Adresse',
  'letter.not_confirmed': 'pas encore confirmée',
  'letter.cut_value': '{start}… (à lire en entier dans Doorpost)',
  'letter.asked':
    'Vous recevez cet e-mail parce que vous avez demandé à être informé des nouveaux leads dans Paramètres, Notifications.',
  'letter.named': 'Vous recevez cet e-mail parce qu’un formulaire envoie ses leads à cette adresse.',
  'letter.stop': 'Ne plus recevoir ces e-mails',
  'letter.typed_address':
    'Vous recevez cet e-mail parce que cette adresse a été saisie dans un formulaire. Si ce n’était pas vous, vous pouvez l’ignorer.',
  'letter.stop_replies': 'Ne plus recevoir d’e-mails de ce type',
  'letter.opt_in_subject': 'Veuillez confirmer votre adresse : {workspace}',
  'letter.opt_in':
    'Cette adresse a été saisie dans le formulaire « {form} » de {workspace}. Était-ce vous ? Alors confirmez-la :',
  'letter.opt_in_end':
    'Le lien est valable {days} jours. Si ce n’était pas vous, ne faites rien, et vous ne recevrez plus d’e-mails.',
  'letter.never_ask': 'Ne plus jamais solliciter cette adresse',
  'letter.week_subject':
    '{leads, plural, one {# lead} many {# leads} other {# leads}}, {clicks, plural, one {# clic} many {# clics} other {# clics}} : {workspace}, du {from} au {to}',
  'letter.week': 'Résultats de {workspace} du {from} au {to} (les jours commencent et finissent à minuit UTC) :',
  'letter.week_leads': 'Leads',
  'letter.week_clicks': 'Clics sur les liens',
  'letter.week_visitors': 'Visiteurs',
  'letter.week_same': '{now} (autant que la semaine précédente)',
  'letter.week_more': '{now} (+{difference}, {before} la semaine précédente)',
  'letter.week_fewer': '{now} (−{difference}, {before} la semaine précédente)',
  'letter.week_posts': 'Les publications les plus efficaces :',
  'letter.week_no_posts': 'Cette semaine, aucune publication n’a apporté de lead ni de clic par un lien suivi.',
  'letter.week_post':
    '{platform} : {leads, plural, one {# lead} many {# leads} other {# leads}}, {clicks, plural, one {# clic} many {# clics} other {# clics}}',
  'letter.week_deleted_post':
    '{leads, plural, one {# lead} many {# leads} other {# leads}}, {clicks, plural, one {# clic} many {# clics} other {# clics}} (supprimée)',
  'letter.post_without_text': 'Une publication sans texte',
  'letter.see_results': 'Voir les résultats dans Doorpost',
  'letter.week_asked': 'Vous recevez cet e-mail le lundi parce que vous l’avez activé dans Paramètres, Notifications.',
  'letter.link_cut': 'Il n’est pas complet. Rouvrez-le depuis l’e-mail, ou copiez-le en entier.',
  'letter.ask_stop': 'Ne plus recevoir ces e-mails ?',
  'letter.do_stop': 'Oui, ne plus recevoir ces e-mails',
  'letter.nothing_changed': 'Rien n’a encore changé.',
  'letter.done': 'C’est fait',
  'letter.stopped': 'Vous ne recevrez plus ces e-mails.',
}
