import ArgumentParser
import TenonCommandLine
import TenonCore

/// Whether a command asks before it does something, and whether it does it at all.
struct CautionOptions: ParsableArguments {
    @Flag(help: .localized("Do it without asking."))
    var yes = false

    @Flag(name: [.customShort("n"), .long], help: .localized("Only show what would be done."))
    var dryRun = false
}
