import TenonCommandLine
import TenonCore

await CommandLineApplication(
    name: "Fixture", version: "1.2.3", scheme: "fixture", summary: "Shows what commands can do.",
    examples: ["greet Ada", "fail explained"], plugins: [ExplicitPlugin.self],
    providing: { $0.provide(.links, overriding: true) { NoLinks() } }
).main()
