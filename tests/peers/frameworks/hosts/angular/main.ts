/** An Angular page around the component of the guide, strict in its types and without zones. */
import { Component, provideZonelessChangeDetection, signal } from '@angular/core'
import { bootstrapApplication } from '@angular/platform-browser'
import { MessagesComponent } from './messages.component'

@Component({
  selector: 'app-page',
  imports: [MessagesComponent],
  template: `
    <button type="button" (click)="account.set(2)">Second seller</button>
    <button type="button" (click)="isShown.set(!isShown())">Show or hide</button>
    <div style="height: 500px">
      @if (isShown()) {
        <app-messages [account]="account()" />
      }
    </div>
  `,
})
class Page {
  readonly account = signal<number | null>(null)
  readonly isShown = signal(true)
}

void bootstrapApplication(Page, { providers: [provideZonelessChangeDetection()] })
