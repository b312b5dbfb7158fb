import { Page } from '../parts/Page.tsx'
import { Together } from '../parts/Together.tsx'
import { ContactsPlot } from './ContactsPlot.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { NeedsYou } from './NeedsYou.tsx'
import classes from './Overview.module.css'
import { Upcoming } from './Upcoming.tsx'

/** Where a day begins. On a narrow screen what needs a person comes first. */
export function Overview() {
  return (
    <Page title="Overview">
      <Together>
        <FirstSteps />
        <div className={classes.areas}>
          <div className={classes.needs}>
            <NeedsYou />
          </div>
          <div className={classes.contacts}>
            <ContactsPlot />
          </div>
          <div className={classes.upcoming}>
            <Upcoming />
          </div>
        </div>
      </Together>
    </Page>
  )
}
