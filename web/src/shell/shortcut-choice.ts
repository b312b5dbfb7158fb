import { useLocalStorage } from '@mantine/hooks'

/** Whether single keys do something: some people speak their input, or hit keys by accident. Kept in this browser. */
export function useShortcutChoice() {
  return useLocalStorage({ key: 'doorpost.shortcuts', defaultValue: true, getInitialValueInEffect: false })
}
