import TenonCommandLine
import TenonCore
import WalletAgent

AgentProcess.prepare()
await CommandLineApplication(
    name: "Wallet", version: "dev", scheme: "wallet",
    summary: "Holds the unlocked vault for the other programs of Wallet, which start it."
).main()
