import Foundation
import TestSupport
import Testing

@Suite("memory-scan", .enabled(if: geteuid() == 0))
struct MemoryScanToolTests {
    /// FIPS 197, appendix A.3: the first words of the key schedule of an AES-256 key.
    private static let schedule256: [UInt32] = [
        0x603d_eb10, 0x15ca_71be, 0x2b73_aef0, 0x857d_7781, 0x1f35_2c07, 0x3b61_08d7, 0x2d98_10a3,
        0x0914_dff4, 0x9ba3_5411, 0x8e69_25af, 0xa51a_8b5f, 0x2067_fcde, 0xa8b0_9c1a, 0x93d1_94cd,
        0xbe49_846e, 0xb75d_5b9a, 0xd59a_ecb8, 0x5bf3_c917, 0xfee9_4248, 0xde8e_be96,
    ]
    /// FIPS 197, appendix A.1: the first words of that of an AES-128 key.
    private static let schedule128: [UInt32] = [
        0x2b7e_1516, 0x28ae_d2a6, 0xabf7_1588, 0x09cf_4f3c, 0xa0fa_fe17, 0x8854_2cb1, 0x23a3_3939,
        0x2a6c_7605, 0xf2c2_95f2, 0x7a96_b943, 0x5935_807a, 0x7359_f67f,
    ]

    @Test("finds the key schedules of the standard, as long as they are there")
    func schedules() async throws {
        for (words, kind) in [
            (Self.schedule256, "aes256-schedule"), (Self.schedule128, "aes128-schedule"),
        ] {
            let before = try await MemoryScan.of()
            let bytes = UnsafeMutableBufferPointer<UInt32>.allocate(capacity: words.count)
            defer { bytes.deallocate() }
            _ = bytes.initialize(from: words.map(\.bigEndian))
            let during = try await MemoryScan.of()
            #expect(try during.count(kind) == before.count(kind) + 1)
            #expect(try during.count("key") > before.count("key"))
            bytes.update(repeating: 0)
            #expect(try await MemoryScan.of().count(kind) == before.count(kind))
        }
    }

    @Test("finds texts in three encodings, and bytes")
    func texts() async throws {
        let folder = try TemporaryFolder()
        try folder.write(
            "name\tzygomorphic\nbytes\thex:8899aabbccddeeff0102\nabsent\tquixotic\n",
            to: "markers")
        // Another process, since this one holds what it writes into the file.
        let holder = Process()
        holder.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        holder.arguments = [
            "-c",
            """
            import sys
            text = bytes(b ^ 1 for b in b"{xfnlnsqihb")
            held = [bytearray(text.decode().encode(e)) for e in ("utf-8", "utf-16-le", "utf-32-le")]
            held.append(bytearray(0x8899aabbccddeeff0102 .to_bytes(10, "big")))
            print(flush=True)
            sys.stdin.read()
            """,
        ]
        let (input, output) = (Pipe(), Pipe())
        holder.standardInput = input
        holder.standardOutput = output
        try holder.run()
        defer { try? input.fileHandleForWriting.close() }
        _ = try output.fileHandleForReading.read(upToCount: 1)
        let report = try await MemoryScan.of(
            holder.processIdentifier, "--markers", "\(folder.path)/markers")
        #expect(try report.count("name") >= 3)
        #expect(try report.count("bytes") >= 1)
        #expect(try report.count("absent") == 0)
    }

    @Test("says when there is nothing to look at, instead of finding nothing")
    func nothing() async throws {
        let tool = Program(built: "memory-scan")
        #expect(try await tool.run("999999999").status == 74)
        #expect(try await tool.run().status == 64)
        #expect(try await tool.run("--bogus").status == 64)
        let folder = try TemporaryFolder()
        try folder.write("no tab\n", to: "markers")
        let refused = try await tool.run("\(getpid())", "--markers", "\(folder.path)/markers")
        #expect(refused.status == 74)
        #expect(refused.errors.contains("line 1"))
    }
}
