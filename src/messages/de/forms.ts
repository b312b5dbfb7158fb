import type { forms as english } from '../en/forms.ts'
import type { Translation } from '../translation.ts'

export const forms: Translation<typeof english> = {
  'form.not_found': 'Es gibt kein Formular mit dieser ID. GET /v1/forms listet alle auf.',
  'form.no_such_address':
    'Unter dieser Adresse gibt es kein Formular. Die URL prüfen oder unter GET /v1/forms nach submit_url sehen.',
  'form.too_many': 'Ein Workspace hat höchstens {max} Formulare. Zuerst eines löschen.',
  'form.no_consent_text':
    'Das Formular hat ein Feld vom Typ consent, also angeben, worin Menschen einwilligen: consent mit purpose und text.',
  'form.fields_not_list': '{field} muss ein Array von Feldern sein, ist aber {found}.',
  'form.too_many_fields': 'Ein Formular hat höchstens {max} Felder, es sind aber {count}.',
  'form.same_field_twice': 'Es gibt zwei Felder namens „{name}“.',
  'form.no_sender':
    'Ein Formular braucht ein Feld first_name oder email: Sonst weiß niemand, wer geschrieben hat. Eines hinzufügen.',
  'form.consent_twice': 'Ein Formular bittet nur einmal um Einwilligung. Nur ein Feld vom Typ consent behalten.',
  'form.field_not_email': '{field} des Feldes email muss email sein.',
  'form.field_not_consent': 'Ein Feld vom Typ consent heißt „consent“, und kein anderes Feld heißt so.',
  'form.field_type_fixed': '{field} des Feldes {name} muss {type} sein.',
  'form.field_without_options': '{field} ist erforderlich: angeben, was zur Auswahl steht.',
  'form.field_with_options': '{field} gibt es nur für {types}.',
  'form.same_option_twice': '{field} hat zweimal denselben Text.',
  'form.hidden_required': '{path} ist versteckt, daher kann es niemand ausfüllen. required weglassen.',
  'form.wrong_field_name':
    '{field} muss mit einem Buchstaben beginnen und darf nur Buchstaben, Ziffern, „.“, „_“ und „-“ haben.',
  'form.reserved_field_name':
    '{field} darf nicht „{name}“ sein, das eine eigene Bedeutung hat. Einen anderen Namen wählen.',
  'form.forbidden_field_name': '{field} darf nicht „{name}“ sein. Einen anderen Namen wählen.',
  'form.wrong_redirect':
    '{field} muss eine vollständige http- oder https-Adresse sein, zum Beispiel https://www.example.com/thanks.',
  'form.condition_unknown':
    'Es wird durch ein Feld „{name}“ eingeblendet, aber das Formular hat keines. Wählen Sie ein anderes Feld, oder lassen Sie die Bedingung weg.',
  'form.condition_file':
    'Es wird durch das Feld „{name}“ eingeblendet, das Dateien annimmt. Wählen Sie ein anderes Feld.',
  'form.condition_of_hidden': 'Das Feld {name} ist ohnehin verborgen: Lassen Sie show_when weg.',
  'form.condition_both': '{field} muss is oder is_not haben, nicht beides.',
  'form.condition_circle':
    'Das Feld {name} wird durch ein Feld eingeblendet, das selbst durch {name} eingeblendet wird: Niemand würde je eines davon sehen. Lassen Sie eine der Bedingungen weg.',
  'form.condition_value': '„{value}“ ist keine Auswahl von {name}: {choices}.',
  'form.condition_of_sender':
    'first_name oder email muss immer zu sehen sein: Sonst weiß niemand, wer geschrieben hat. Lassen Sie die Bedingung eines von beiden weg.',
  'form.wrong_color': '{field} muss eine Farbe aus sechs Ziffern nach einem # sein, etwa #1f5fd0.',
  'form.wrong_language': '{field} muss ein Sprachkürzel wie en, de oder pt-BR sein.',
  'form.translation_language': '{field} muss nach einer Sprache benannt sein: {languages}.',
  'form.translation_own':
    'Die Texte des Formulars selbst sind in dieser Sprache. Ändern Sie diese, oder entfernen Sie die Übersetzung: null für translations.{language}.',
  'form.translations_too_large':
    '{field} darf als JSON in allen Sprachen zusammen höchstens {max} Zeichen haben, hat aber {count}.',
  'form.not_one_line': '{field} muss einzeilig sein.',
  'form.wrong_protection':
    '{field} muss off, normal oder strict sein oder die Punktzahl (1 bis {max}), ab der eine Einsendung zurückgehalten wird.',
  'held.not_found': 'Es gibt keine zurückgehaltene Einsendung mit dieser ID. GET /v1/held listet alle auf.',
  'held.wrong_form': '{field} muss die ID eines Formulars sein. GET /v1/forms listet alle auf.',
  'held.no_filter': 'Angeben, welche: form_id, reason oder beides.',
  'submission.thanks': 'Vielen Dank. Wir haben Ihre Nachricht erhalten.',
  'submission.without_consent':
    'Dieses Formular hat keine Einsendung mit dieser ID, die eine Einwilligung hat. GET /v1/forms/{id}/submissions listet alle auf.',
  'submission.file_gone':
    'Diese Datei gibt es nicht. Sie verschwindet mit ihrem Kontakt oder nach 30 Tagen mit einer zurückgehaltenen Einsendung.',
  'submission.missing': '{label} ist erforderlich. Bitte ausfüllen.',
  'submission.no_file': '{label} ist erforderlich. Bitte eine Datei auswählen.',
  'submission.no_choice': '{label} ist erforderlich. Bitte mindestens eine Möglichkeit auswählen.',
  'submission.no_tick': 'Bitte „{label}“ ankreuzen.',
  'submission.no_consent': 'Bitte das Kästchen ankreuzen, um einzuwilligen.',
  'submission.not_text': '{label} muss ein Text sein.',
  'submission.not_tick': '{label} muss angekreuzt sein oder nicht: true oder false senden.',
  'submission.not_phone': '{label} muss eine Telefonnummer sein, zum Beispiel +351 210 000 000.',
  'submission.not_number': '{label} muss eine Zahl sein.',
  'submission.not_date': '{label} muss ein Datum sein, zum Beispiel 2026-11-30.',
  'submission.not_website': '{label} muss die Adresse einer Website sein, zum Beispiel https://example.com.',
  'submission.not_choice': '{label} muss eine der angebotenen Möglichkeiten sein.',
  'submission.not_choices': '{label} darf nur angebotene Möglichkeiten enthalten.',
  'submission.too_many_choices':
    '{label} darf mit allen gewählten Möglichkeiten höchstens {max} Zeichen haben. Bitte weniger auswählen.',
  'submission.not_utf8': 'Der Inhalt ist kein gültiges UTF-8. Seite und Formular als UTF-8 senden.',
  'submission.not_multipart':
    'Der Inhalt ist kein gültiges Multipart-Formular. So senden, wie Browser und FormData es schreiben, und diese den Content-Type setzen lassen.',
  'submission.one_file_only': 'Bitte nur eine Datei senden.',
  'submission.too_many_files': 'Bitte höchstens {max} Dateien senden.',
  'submission.file_too_large': 'Die Datei ist größer als {megabytes} MB. Bitte eine kleinere auswählen.',
  'submission.file_too_slow':
    'Die Datei kam zu langsam an, während andere warteten. Bitte das Formular noch einmal senden.',
  'submission.file_not_taken': 'Dateien dieser Art werden nicht angenommen. Bitte {kinds} senden.',
  'submission.no_room': 'Im Moment ist kein Platz für Dateien. Bitte das Formular ohne Datei senden.',
  'submission.no_room_for_client':
    'Aus Ihrem Netzwerk kamen heute zu viele Dateien. Bitte das Formular ohne Datei senden oder es morgen noch einmal versuchen.',
  'spam.honeypot': 'Ein Feld, das Menschen nicht sehen, wurde ausgefüllt.',
  'spam.no_token':
    'Es enthält kein Token des Formulars und nichts, was Browser senden; ein Programm hat es also gesendet, ohne eine Seite zu öffnen.',
  'spam.no_token_from_browser': 'Es enthält kein Token, sieht aber aus, als käme es von einem Browser.',
  'spam.stale_token': 'Die Seite wurde mehr als einen Tag vor dem Senden geöffnet.',
  'spam.bad_token': 'Das Token wurde erfunden, verändert oder von einem anderen Formular genommen.',
  'spam.instant': 'Es wurde weniger als 3 Sekunden nach dem Öffnen der Seite gesendet.',
  'spam.no_proof': 'Der Browser hat die kleine Berechnung nicht gemacht, die unser Skript verlangt.',
  'spam.expired_proof': 'Die Berechnung, die unser Skript verlangt, liegt zu lange zurück.',
  'spam.bad_proof': 'Der Arbeitsnachweis ist falsch oder gehört zu einem anderen Formular.',
  'spam.replayed_proof': 'Der Arbeitsnachweis wurde schon einmal gesendet. Jeder zählt einmal.',
  'spam.disposable': 'Die E-Mail-Adresse stammt von einem Anbieter für Wegwerfadressen.',
  'spam.link_in_name': 'Im Namen steht ein Link.',
  'spam.repeated_text': 'Derselbe Text kam von mehreren Absendern.',
  'spam.repeated_link': 'Derselbe Text mit einem Link darin kam von mehreren Absendern.',
  'spam.same_again': 'Derselbe Absender hat genau dies schon mehrmals gesendet.',
  'spam.same_token': 'Eine einzige geöffnete Seite hat das Formular oft gesendet.',
  'spam.many_without_token': 'Ein Absender hat in zehn Minuten viele gesendet, ohne Token.',
  'spam.many_without_proof': 'Ein Absender hat in zehn Minuten sehr viele gesendet, ohne Arbeitsnachweis.',
  'spam.too_many': 'Ein Absender hat in zehn Minuten weit mehr gesendet, als ein Mensch könnte.',
  'page.not_sent': 'Es wurde noch nichts gesendet. Bitte Folgendes korrigieren:',
  'page.files_again': 'Dateien müssen noch einmal ausgewählt werden.',
  'page.no_form_title': 'Dieses Formular gibt es nicht',
  'page.no_form':
    'Unter dieser Adresse gibt es kein Formular. Bitte den Link prüfen oder bei der Person, von der er stammt, nach einem neuen fragen.',
  'page.forbidden': 'Dieses Formular kann von hier nicht gesendet werden',
  'page.gone': 'Dieses Formular gibt es nicht mehr',
  'page.too_large': 'Das Formular ist zu groß',
  'page.too_many': 'Bitte einen Moment warten',
  'page.refused': 'Das Formular wurde nicht gesendet',
  'page.unavailable': 'Das Formular kann gerade nicht angezeigt werden',
  'page.back': 'Zurück zum Formular gehen: Der Browser behält, was eingegeben wurde.',
  'confirm.title': 'Adresse bestätigen',
  'confirm.ask': 'Ihre Adresse wurde in ein Formular eingegeben. Bitte bestätigen, dass Sie es waren:',
  'confirm.ask_form': 'Ihre Adresse wurde in das Formular „{form}“ eingegeben. Bitte bestätigen, dass Sie es waren:',
  'confirm.button': 'Adresse bestätigen',
  'confirm.done_title': 'Vielen Dank',
  'confirm.done': 'Ihre Adresse ist bestätigt. Diese Seite kann geschlossen werden.',
  'confirm.expired_title': 'Dieser Link ist zu alt',
  'confirm.expired': 'Er gilt sieben Tage. Bitte das Formular noch einmal ausfüllen, dann kommt eine neue Mail.',
  'confirm.open_form': 'Formular öffnen',
  'confirm.gone_title': 'Es gibt nichts zu bestätigen',
  'confirm.gone':
    'Was Sie gesendet haben, wurde gelöscht. Bitte das Formular noch einmal ausfüllen, dann kommt eine neue Mail.',
}
