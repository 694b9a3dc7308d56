import CFuzzer
import Glibc

// `fuzz TARGET …`: the target is one of `Target`, the rest is for libFuzzer.

guard CommandLine.arguments.count > 1, let target = Target(rawValue: CommandLine.arguments[1])
else {
    print(Target.allCases.map(\.rawValue).joined(separator: " "))
    exit(64)
}
Target.chosen = target
// libFuzzer does not know the word.
var arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = CommandLine.unsafeArgv + 1
var count = CommandLine.argc - 1
arguments?[0] = CommandLine.unsafeArgv[0]
exit(
    LLVMFuzzerRunDriver(&count, &arguments) { bytes, count in
        Target.chosen.check(UnsafeRawBufferPointer(start: bytes, count: count))
        return 0
    })
