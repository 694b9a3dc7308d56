import FeedAccess
import TenonCommandLine

await CommandLineApplication(
    name: PhotoFeed.name, version: "dev", scheme: PhotoFeed.scheme, summary: PhotoFeed.summary
).main()
