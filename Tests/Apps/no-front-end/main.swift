import TenonCommandLine

await CommandLineApplication(name: "No Front End", version: "1.0.0", scheme: "none").main()
