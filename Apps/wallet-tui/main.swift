import TenonCommandLine
import WalletCommandLine

await CommandLineApplication.wallet.main()
