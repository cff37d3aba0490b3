import { defineConfig } from '@playwright/test'
import { chromiumPath } from './tests/e2e/chromium'
import { sharedServer } from './tests/e2e/servers'

const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 }

/**
 * Two of the browser's own pages, which it draws beside every page of ours, at the cost of that page. Of this switch Chromium
 * takes the last: the others are those that Playwright turns off.
 */
const withoutFeatures = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'AimEnabled',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'TcpPortRandomizationWin',
  'ThirdPartyStoragePartitioning',
]

/** Keys that no phone has, and what is about scripts, the store or the network alone. */
const anyWidth = ['keyboard', 'page', 'slow', 'problems', 'bulk-runs', 'bulk-saved'].map((name) => `**/${name}.spec.ts`)

export default defineConfig({
  testDir: 'tests/e2e',
  outputDir: 'tests/e2e/__results__',
  globalSetup: './tests/e2e/global-setup.ts',
  fullyParallel: true,
  // For a busy machine: on an idle one no test takes a tenth of it.
  timeout: 60_000,
  expect: { timeout: 10_000 },
  workers: 2,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list'], ['./tests/run/playwright-reporter.ts']],
  use: {
    // Filled by the global set-up, which starts the production build.
    baseURL: sharedServer('main').url,
    permissions: ['clipboard-read', 'clipboard-write'],
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: chromiumPath(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        `--disable-features=${withoutFeatures.join()}`,
      ],
    },
  },
  projects: [
    { name: 'desktop', use: { viewport: { width: 1280, height: 800 } } },
    // Without what a phone's width or touch plays no part in. Every page and every form is on both.
    { name: 'phone', use: phone, testIgnore: anyWidth, grepInvert: /@any-width/ },
  ],
})
