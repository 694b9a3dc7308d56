import Glibc
import TenonSecurity
import Testing

@Suite struct ProcessHardeningTests {
    @Test("The kernel confirms both settings, also when they are applied twice")
    func applied() async {
        await #expect(processExitsWith: .success) {
            #expect(!ProcessHardening.isApplied)
            ProcessHardening.apply()
            ProcessHardening.apply()
            #expect(ProcessHardening.isApplied)
        }
    }

    @Test("The limit on core dumps reads as zero in /proc/self/limits")
    func limits() async {
        await #expect(processExitsWith: .success) {
            // Read through a descriptor from before, because /proc/self belongs to root afterwards.
            let file = try #require(fopen("/proc/self/limits", "r"))
            ProcessHardening.apply()
            defer { fclose(file) }
            var line = [CChar](repeating: 0, count: 512)
            var words: [Substring] = []
            while fgets(&line, CInt(line.count), file) != nil {
                let text = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
                if text.hasPrefix("Max core file size") { words = text.split(separator: " ") }
            }
            #expect(words.dropFirst(4).prefix(2) == ["0", "0"])
        }
    }

    @Test("A crash is reported by nobody, who would print what lies in memory")
    func crashes() async {
        await #expect(processExitsWith: .success) {
            ProcessHardening.apply()
            for signal in [SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP] {
                var action = sigaction()
                #expect(sigaction(signal, nil, &action) == 0)
                #expect(action.__sigaction_handler.sa_handler == nil, "signal \(signal)")
            }
        }
    }

    @Test(
        "The files of the process in /proc belong to root and not to its user",
        .enabled(if: geteuid() != 0, "To root both are the same."))
    func ownership() async {
        await #expect(processExitsWith: .success) {
            var status = stat()
            #expect(stat("/proc/self/mem", &status) == 0 && status.st_uid == geteuid())
            ProcessHardening.apply()
            #expect(stat("/proc/self/mem", &status) == 0 && status.st_uid == 0)
            #expect(open("/proc/self/mem", O_RDONLY) == -1)
        }
    }
}
