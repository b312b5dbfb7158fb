import type { warnings as english } from '../en/warnings.ts'
import type { Translation } from '../translation.ts'

export const warnings: Translation<typeof english> = {
  'warning.more_unknown_fields':
    'Unbekannte Felder, die hier nicht aufgeführt sind: {count}. Auch sie wurden nicht gespeichert.',
  'warning.platform_in_body': 'Die Plattform ist Teil des Pfades ({platform}); die im Inhalt wurde ignoriert.',
  'warning.other_text_field':
    'Das Feld „{name}“ gibt es bei Beiträgen auf {platform} nicht, es wurde nicht gespeichert. Ihr Text gehört in „{text_field}“.',
  'warning.field_of_others':
    'Das Feld „{name}“ gibt es bei Beiträgen auf {platform} nicht, es wurde nicht gespeichert.',
  'warning.unknown_field': 'Das unbekannte Feld {name} wurde nicht gespeichert.',
  'warning.misspelt_field': 'Das unbekannte Feld {name} wurde nicht gespeichert. Ist „{nearest}“ gemeint?',
  'warning.hashtag_ends': '{network} beendet ein Hashtag bei „{mark}“, daher wird #{tag} kein einzelnes Hashtag.',
  'warning.not_handle': '{handle} kann kein Handle auf {network} sein ({rule}); niemand wird erwähnt.',
  'warning.handle_x': '1 bis 15 Buchstaben, Ziffern, Unterstriche',
  'warning.handle_mastodon': 'Name oder Name@Server',
  'warning.handle_bluesky': 'ein Name mit Punkten, zum Beispiel name.bsky.social',
  'warning.no_account':
    'Kein Konto von {network} ist verbunden. Der Beitrag ist gespeichert und wartet; nichts geht hinaus, bis eines verbunden ist.',
  'warning.account_expires':
    'Die Freigabe des Kontos endet am {at}, vor diesem Datum. Das Konto bis dahin neu verbinden.',
  'warning.missed':
    'scheduled_date liegt in der Vergangenheit. Der Beitrag gilt als verpasst und wartet auf eine Person; ein neues Datum setzen, um ihn zu senden.',
  'warning.past': 'scheduled_date liegt in der Vergangenheit. Der Beitrag geht sofort hinaus.',
  'warning.repeat':
    '{network} lehnt einen gerade gesehenen Text ab, und Beitrag {id} hat innerhalb eines Tages denselben. Text oder Datum ändern.',
  'warning.not_fetchable': '{network} ruft {field} selbst ab. {problem}',
  'warning.private_host':
    '{field} liegt auf einem privaten Host, den {network} nicht erreicht. Eine öffentliche Adresse verwenden.',
  'warning.no_video_alt_text': '{network} nimmt keinen Alternativtext für Videos, daher wird {field} nicht gesendet.',
  'warning.alt_text_cut':
    '{network} nimmt {max} Zeichen Alternativtext, und {field} hat {length}: Der Rest wird abgeschnitten.',
  'warning.not_an_image': '{field} endet auf .{ending}, aber media_type {media_type} nimmt ein Bild.',
  'warning.not_a_video': '{field} endet auf .{ending}, aber media_type {media_type} nimmt ein Video.',
  'warning.not_media': '{field} endet auf .{ending}, das ist weder ein Bild noch ein Video.',
  'warning.not_media_or_pdf': '{field} endet auf .{ending}, das ist weder ein Bild noch ein Video noch ein PDF.',
  'warning.one_image_type': '{field} endet auf .{ending}, {network} nimmt aber nur Bilder in {types}.',
  'warning.image_type': '{field} endet auf .{ending}, {network} nimmt aber Bilder in {types}.',
  'warning.video_type': '{field} endet auf .{ending}, {network} nimmt aber Videos in {types}.',
  'warning.audio_type': '{field} endet auf .{ending}, {network} nimmt aber Tonaufnahmen in {types}.',
  'warning.tracked_too_long':
    'Mit gezählten Links hätte {field} {used}, und {network} erlaubt {max}; daher gehen die Links unverändert hinaus und werden nicht gezählt. Den Text kürzen.',
  'warning.tagged_too_long':
    'Mit gezählten Links hätte {field} {used}, und {network} erlaubt {max}; daher gehen die Links unverändert hinaus und werden nicht gezählt. Den Text kürzen oder track_links "short" senden.',
  'warning.no_short_links': '{problem} Bis dahin bekommen die Links des Beitrags stattdessen UTM-Parameter.',
  'warning.too_many_links':
    '{field} hat mehr als {max} verschiedene Links. Die ab dem {next}. gehen unverändert hinaus und werden nicht gezählt; der erste davon ist {link}. Weniger Links oder mehrere Beiträge verwenden.',
  'text.too_long':
    '{network} erlaubt {max} Zeichen, {field} hat mit den angehängten Hashtags aber {length}. Den Text kürzen oder weniger Hashtags senden.',
  'mix.too_many':
    '{network} nimmt bis zu {max} Bilder oder 1 Video in einem Beitrag, media_urls hat aber {count} Dateien.',
  'mix.moving':
    '{network} nimmt bis zu {max} Bilder oder 1 Video in einem Beitrag, media_urls hat aber {count} Dateien, davon {moving} Video oder Ton.',
  'threads.text_too_long':
    'Threads zählt ein Emoji als seine UTF-8-Bytes (die strengere Lesart seiner Regeln): content zählt {length} von {max} und wird vielleicht abgelehnt. Weniger Emojis oder weniger Text verwenden.',
  'threads.too_many_links': 'Threads lehnt mehr als {max} verschiedene Links ab, content hat aber {count}.',
  'instagram.too_many_hashtags':
    'Instagram erlaubt insgesamt {max} Hashtags, caption und hashtags enthalten aber {count}.',
  'instagram.many_hashtags':
    'Instagram begrenzt Beiträge auf {max} Hashtags, caption und hashtags enthalten aber {count}. Die {max} behalten, die am besten passen.',
  'instagram.too_many_mentions': 'Instagram erlaubt {max} Erwähnungen, caption hat aber {count}.',
  'instagram.link':
    'Links in Bildunterschriften sind auf Instagram nicht klickbar. Eine Linkseite anlegen und ihre Adresse ins Profil setzen: Sie listet die gezählten Links der letzten Beiträge auf.',
  'linkedin.mixed_videos':
    'LinkedIn nimmt entweder Bilder oder ein Video oder ein PDF in einem Beitrag, aber {count} der {files} Dateien in media_urls sind Videos. Mehrere Beiträge machen.',
  'linkedin.mixed_documents':
    'LinkedIn nimmt entweder Bilder oder ein Video oder ein PDF in einem Beitrag, aber {count} der {files} Dateien in media_urls sind PDFs. Mehrere Beiträge machen.',
  'x.text_too_long':
    'X gewichtet Zeichen (Emojis und viele Schriften zählen 2, ein Link 23): content hat mit den angehängten Erwähnungen {length} von {max} und wird abgelehnt. Kürzen.',
  'x.invisible_characters': 'X lehnt die unsichtbaren Zeichen U+FEFF, U+FFFE und U+FFFF ab. Sie entfernen.',
  'x.too_many_cashtags': 'X erlaubt {max} Cashtag in einem Beitrag über seine API, content hat aber {count}.',
  'x.link_costs': 'Mit einem Link kostet der Beitrag im Nutzungstarif von X 0,20 $ statt 0,015 $.',
  'x.mixed':
    'X nimmt bis zu {max} Bilder oder 1 GIF oder 1 Video in einem Beitrag, media_urls hat aber {count} Dateien.',
  'x.mixed_moving':
    'X nimmt bis zu {max} Bilder oder 1 GIF oder 1 Video in einem Beitrag, media_urls hat aber {count} Dateien, davon {moving} GIF oder Video.',
  'bluesky.text_too_long':
    'Bluesky zählt, was Menschen als ein Zeichen sehen: content hat mit den angehängten Erwähnungen {length} von {max} und wird abgelehnt. Kürzen.',
  'bluesky.too_many_bytes':
    'Bluesky nimmt {max} Bytes Text, content hat mit den angehängten Erwähnungen aber {bytes}. Kürzen.',
  'mastodon.text_too_long':
    'Der Mastodon-Server erlaubt {max} Zeichen (ein Link zählt {link}), content hat mit angehängten Hashtags und Erwähnungen aber {length}. Kürzen.',
}
