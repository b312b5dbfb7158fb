import type { posts as english } from '../en/posts.ts'
import type { Translation } from '../translation.ts'

export const posts: Translation<typeof english> = {
  'post.not_found':
    'Es gibt keinen Beitrag mit dieser ID. GET /v1/posts listet alle auf; POST /v1/posts/{formats} legt einen an.',
  'post.not_connection_id':
    '{field} muss die ID eines verbundenen Kontos sein, eine UUID, ist aber {found}. GET /v1/connections listet alle auf.',
  'post.no_connection':
    'Auf {format} gibt es kein verbundenes Konto mit dieser ID. GET /v1/connections listet alle auf.',
  'post.media_type_required': '{field} ist erforderlich. Eines von {choices} senden.',
  'post.text_required': '{field} ist erforderlich, wenn media_type text ist. Einen nicht leeren String senden.',
  'post.text_too_long': '{field} darf höchstens {max} Zeichen haben, wie {network} sie zählt, hat aber {used}.',
  'post.blank_entry': '{field} darf nicht leer sein. Den Eintrag weglassen.',
  'post.url_characters':
    '{field} darf keinen Leerraum, keine Steuerzeichen und keine umgekehrten Schrägstriche enthalten. Sie prozentkodieren.',
  'post.url_relative': '{field} muss eine vollständige URL sein, die mit https:// oder http:// beginnt.',
  'post.url_password':
    '{field} darf keinen Benutzernamen und kein Passwort enthalten. Eine Adresse verwenden, die keine braucht.',
  'post.alt_texts_not_texts': '{field} muss ein Array von Strings oder null sein, ist aber {found}.',
  'post.too_many_alt_texts':
    '{field} hat {count} Einträge, media_urls aber {files, plural, one {# Datei} other {# Dateien}}. Höchstens einen für jede Datei senden.',
  'post.too_many_urls': '{field} darf höchstens {max} URLs haben, hat aber {count}.',
  'post.url_required': '{field} ist erforderlich. Mindestens 1 URL senden.',
  'post.urls_not_allowed':
    '{field} ist nicht erlaubt, wenn media_type {media_type} ist. Es weglassen oder null senden.',
  'post.urls_required': '{field} ist erforderlich, wenn media_type {media_type} ist. {wanted} senden.',
  'post.wrong_url_count': '{field} muss {wanted} haben, wenn media_type {media_type} ist, hat aber {count}.',
  'post.one_url': 'genau 1 URL',
  'post.several_urls': '{least} bis {most} URLs',
  'post.tag_with_sign':
    '{field} muss ohne das vorangestellte {sign} geschrieben werden, das beim Veröffentlichen hinzukommt.',
  'post.tag_with_space': '{field} darf keinen Leerraum enthalten. Von {list} jeden Eintrag einzeln senden.',
  'post.too_many_tags': '{field} darf höchstens {max} Einträge haben, hat aber {count}.',
  'post.date_required':
    '{field} ist erforderlich, wenn status scheduled ist. Datum und Uhrzeit senden, zum Beispiel 2026-07-01T09:30:00Z.',
  'post.date_not_text': '{field} muss ein String wie "2026-07-01T09:30:00Z" sein, ist aber {found}.',
  'post.date_with_offset':
    '{field} muss eine Ortszeit wie 2026-07-01T09:30:00 sein, wenn time_zone gesendet wird, hat aber einen Zeitversatz. Den Zeitversatz oder time_zone weglassen.',
  'post.local_date_wrong': '{problem} Mit time_zone wird es ohne Z und ohne Zeitversatz geschrieben.',
  'post.date_impossible': '{field} ist nicht möglich: {problem}',
  'post.no_short_links': 'track_links kann hier nicht short sein. {problem}',
  'post.is_published':
    'Der Beitrag ist veröffentlicht und lässt sich nicht mehr ändern. Einen neuen anlegen und diesen auf der Plattform löschen, wenn er falsch ist.',
  'post.is_unconfirmed':
    'Es ist nicht bekannt, ob der Beitrag öffentlich ist, daher lässt er sich nicht ändern. Im Konto nachsehen und es dann mit POST /v1/posts/{id}/resolve klären.',
  'post.edit_under_way':
    'Der Beitrag geht gerade hinaus und lässt sich nicht ändern. Ihn etwas später noch einmal lesen, um zu sehen, wie es ausging.',
  'post.delete_under_way':
    'Der Beitrag geht gerade hinaus und lässt sich nicht löschen. Etwas später noch einmal versuchen, wenn bekannt ist, wie es ausging.',
  'post.unknown_state': '{field} muss eines von {states} sein oder mehrere davon, durch Kommas getrennt.',
  'calendar.too_many_days': 'Mit by={by} sind höchstens {max} Tage möglich, von {from} bis {to} sind es aber {days}.',
  'group.not_found':
    'Es gibt keine Gruppe von Beiträgen mit dieser ID. `group_id` eines Beitrags nennt seine Gruppe; POST /v1/posts legt eine an.',
  'group.not_shared_text': '{field} ist kein Feld, das alle Beiträge haben. Der Text von allen heißt hier content.',
  'group.not_shared': '{field} ist kein Feld, das alle Beiträge haben. Es gehört in {place}.',
  'group.place_accounts': 'accounts[n].overrides der Konten, deren Beiträge es haben',
  'group.place_overrides': 'overrides, unter die ID eines Beitrags, der es hat',
  'group.no_accounts':
    '{field} muss eine Liste mit 1 bis {max} Einträgen wie {example} sein, ist aber {found}. GET /v1/connections listet Konten auf.',
  'group.wrong_account_count':
    '{field} muss eine Liste mit 1 bis {max} Einträgen wie {example} sein, hat aber {count}. GET /v1/connections listet Konten auf.',
  'group.not_account': '{field} muss ein Objekt wie {example} sein, ist aber {found}.',
  'group.misplaced_field':
    '{field} hat ein Feld, das dort nicht möglich ist: {name}. Es in {field}.overrides schreiben.',
  'group.unknown_field': '{field} hat ein Feld, das dort nicht möglich ist: {name}. Es weglassen.',
  'group.not_connection_id':
    '{field} muss die ID eines verbundenen Kontos sein, eine UUID. GET /v1/connections listet alle auf.',
  'group.no_connection': '{field}: Es gibt kein verbundenes Konto mit dieser ID. GET /v1/connections listet alle auf.',
  'group.account_twice':
    '{field} ist noch einmal das Konto von {first}. Jedes Konto bekommt einen Beitrag; eines davon weglassen.',
  'group.overrides_wanted': 'ein Objekt mit Feldern, die dieser Beitrag stattdessen hat',
  'group.too_many_overrides': '{field} darf höchstens {max} Beiträge nennen, nennt aber {count}.',
  'group.override_not_id': '{field} muss IDs von Beiträgen als Namen haben, einer ist aber {name}.',
  'group.override_of_stranger':
    '{field}: In der Gruppe gibt es keinen Beitrag mit dieser ID. Die Gruppe lesen, um zu sehen, welche sie hat.',
  'group.account_fixed':
    '{path} kann keine connection_id haben. Eine Gruppe behält ihre Konten; das Konto eines Beitrags mit PATCH /v1/posts/{id} ändern.',
  'group.text_twice': '{path} hat content und {name}, die dasselbe sind. Eines davon senden.',
  'group.media_required': '{field} ist erforderlich: Ein Beitrag auf {network} braucht mindestens ein Bild oder Video.',
  'group.at_field': '{field}: {problem}',
  'group.for_post':
    'Für {post}: {problem} Es für alle ändern oder nur für diesen Beitrag in {field} etwas anderes senden.',
}
