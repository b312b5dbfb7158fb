import { Box, UnstyledButton } from '@mantine/core'
import type { Media } from '../api/schema.ts'
import { previewOf } from '../parts/preview.ts'
import { Hint, Small } from '../parts/variants.ts'
import { FileView } from './FileView.tsx'
import { describeFile, kindOfType } from './file.ts'
import classes from './media.module.css'

interface FileGridProps {
  files: readonly Media[]
  onPress: (file: Media) => void
  /** Where files are chosen: those that are, in their order. */
  chosen?: readonly Media[]
}

export function FileGrid({ files, onPress, chosen }: FileGridProps) {
  return (
    <ul className={classes.grid} aria-label="Files">
      {files.map((file) => {
        const at = chosen?.findIndex(({ id }) => id === file.id) ?? -1
        return (
          <li key={file.id}>
            <UnstyledButton
              className={classes.tile}
              onClick={() => onPress(file)}
              {...(chosen && { 'aria-pressed': at !== -1 })}
            >
              <div className={classes.picture}>
                <FileView kind={kindOfType(file.type)} src={previewOf(file.url)} alt={file.alt_text ?? ''} />
                {at !== -1 && <span className={classes.number}>{at + 1}</span>}
              </div>
              <Box p={8}>
                <Small truncate title={file.name}>
                  {file.name}
                </Small>
                <Hint truncate>{describeFile(file)}</Hint>
                <Hint truncate>{file.alt_text ? `Alt text: ${file.alt_text}` : 'No alt text'}</Hint>
              </Box>
            </UnstyledButton>
          </li>
        )
      })}
    </ul>
  )
}
