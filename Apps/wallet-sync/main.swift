import TenonCommandLine
import TenonCore

await CommandLineApplication(
    name: "Wallet", version: "dev", scheme: "wallet",
    summary: "Keeps sealed changes of vaults for the machines that they belong to."
).main()
