import TenonCore
import TenonPublicSuffix
import TenonSecurity

@testable import WalletVault  // Other modules see whole vaults only.

/// Records of a vault that are read are written and read to the same; the first byte says which.
func checkRecords(_ bytes: UnsafeRawBufferPointer) {
    guard let first = bytes.first else { return }
    let rest = UnsafeRawBufferPointer(rebasing: bytes.dropFirst())
    switch first % 8 {
    case 0:
        compare(rest, read: { try DetailsRecord($0) }, write: { try $0.encoded() })
    case 1:
        compare(rest, read: { try OverviewRecord(fields: $0) }) { record in
            let writer = SecretWriter()
            record.writeFields(to: writer)
            return writer
        }
    case 2: compare(rest, read: { try ItemBucket($0) }, write: { $0.encoded() })
    case 3: compare(rest, read: { try SiteBucket($0) }, write: { $0.encoded() })
    case 4: compare(rest, read: { try ManifestRoot($0) }, write: { $0.encoded() })
    case 5:
        _ = try? OverviewPrelude(rest)
        _ = try? OverviewPrelude.mark(of: rest)
        if let fields = try? OverviewPrelude.fields(of: rest) {
            precondition(fields.count <= rest.count)
            _ = try? OverviewRecord(fields: fields)
        }
    case 6:
        compare(rest, read: { try Attachment(reading: $0) }) { attachment in
            let writer = SecretWriter()
            attachment.write(to: writer)
            let again = Attachment(encoded: attachment.encoded)
            precondition(again == attachment, "What is handed over is something else.")
            return writer
        }
    default:
        let half = rest.count / 2
        let item = try? ItemCoding.item(
            ItemID(high: 1, low: 2), revision: 3,
            overview: UnsafeRawBufferPointer(rebasing: rest[..<half]),
            details: UnsafeRawBufferPointer(rebasing: rest[half...]))
        if let item { _ = try? ItemCoding.encode(item) }
    }
}

private func compare<Record>(
    _ bytes: UnsafeRawBufferPointer, read: (UnsafeRawBufferPointer) throws -> Record,
    write: (Record) throws -> SecretWriter
) {
    guard let record = try? read(bytes), let written = try? write(record) else { return }
    let again = written.withBytes { bytes in
        (try? read(bytes)).flatMap { try? write($0) }
    }
    guard let again else { preconditionFailure("What was written is not read.") }
    precondition(again.withBytes { a in written.withBytes { b in a.elementsEqual(b) } })
}

/// A host that is read is read to itself, and has the same owner in whatever case it was written.
func checkSites(_ bytes: UnsafeRawBufferPointer) {
    let text = String(decoding: bytes, as: UTF8.self)
    guard let site = SiteAddress(text) else { return }
    precondition(!site.host.isEmpty)
    let port = site.port.map { ":\($0)" } ?? ""
    // Without a scheme, two slashes keep a host called "http" from being read as one.
    let again = SiteAddress("\(site.scheme.map { "\($0):" } ?? "")//\(site.host)\(port)")
    precondition(again == site)
    precondition(site.closeness(to: site, domains) == .sameHost)
    precondition(!site.ownerName(domains).isEmpty && !site.hostName.isEmpty)
}

private let domains = PublicSuffixList()

/// A recovery code is refused, or means the same key however it is divided.
func checkRecoveryCode(_ bytes: UnsafeRawBufferPointer) {
    guard let key = try? RecoveryCode.key(SecretText(utf8: bytes)) else { return }
    precondition(key.count == 20)
    let divided = SecretText(utf8: Array(" -".utf8) + Array(bytes) + Array("- ".utf8))
    let again = try? RecoveryCode.key(divided)
    precondition(again?.withBytes { a in key.withBytes { b in a.elementsEqual(b) } } == true)
}
