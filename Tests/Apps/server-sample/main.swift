import TenonCommandLine

await CommandLineApplication(name: "Sample", version: "1.0.0", scheme: "sample").main()
