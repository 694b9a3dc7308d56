import Testing
import WalletVault

@Suite("What keeps files")
struct FileSystemTests {
    @Test(
        "Network disks and those of programs are changed from elsewhere, disks of this machine are not",
        arguments: [
            (0x6969, true), (0xFF53_4D42, true), (0xFE53_4D42, true), (0x6573_5546, true),
            (0x0102_1997, true), (0xEF53, false), (0x9123_683E, false), (0x5846_5342, false),
            (0x0102_1994, false), (0x794C_7630, false), (0, false),
        ] as [(UInt32, Bool)])
    func kinds(kind: UInt32, isRemote: Bool) {
        #expect(FileSystem.isRemote(kind: kind) == isRemote)
    }

    @Test("The system's own files are on this machine, and a path that leads nowhere is on no disk")
    func paths() {
        #expect(!FileSystem.isRemote("/proc"))
        #expect(!FileSystem.isRemote("/proc/none"))
    }
}
