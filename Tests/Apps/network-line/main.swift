import TenonCommandLine

// What is linked besides decides which front end it is.
await CommandLineApplication(name: "Network", version: "1.0.0", scheme: "network").main()
