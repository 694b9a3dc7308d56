import TenonCommandLine
import TenonCore

await CommandLineApplication(
    name: "PhotoFeed Server", version: "dev", scheme: "photofeed",
    summary: "A demonstration: people, photographs made on the spot, and Mastodon's client API."
).main()
