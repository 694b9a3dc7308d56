import TenonCommandLine
import WalletCommandLine

CommandProcess.prepare()
await CommandLineApplication.wallet.main()
