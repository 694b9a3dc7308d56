import TenonCore

@testable import WalletSync  // What is in a commit is internal.
@testable import WalletVault  // How a vault is begun elsewhere is internal.

/// The header of a commit, and the body that others sealed, are read and written to the same.
func checkCommits(_ bytes: UnsafeRawBufferPointer) {
    let commit = Array(bytes)
    if let header = try? CommitHeader(reading: commit) {
        precondition(header.bytes.elementsEqual(commit.prefix(CommitHeader.byteCount)))
    }
    guard let body = try? written(CommitContent(reading: bytes)) else { return }
    let again = body.withBytes { bytes in try? written(CommitContent(reading: bytes)) }
    guard let again else { preconditionFailure("What was written is not read.") }
    precondition(again.withBytes { a in body.withBytes { b in a.elementsEqual(b) } })
}

/// A body without padding.
private func written(_ content: CommitContent) -> SecretWriter {
    let writer = SecretWriter(capacity: 1024)
    writer.integer(UInt32(0))
    content.write(to: writer)
    writer.replace(at: 0, with: UInt32(writer.count - 4))
    return writer
}

/// The code of an invitation is read and written to the same; what is in its notes, once opened, is
/// read or refused.
func checkInvitation(_ bytes: UnsafeRawBufferPointer) {
    if let invitation = try? Invitation(code: SecretText(utf8: bytes)) {
        guard let again = try? Invitation(code: invitation.code) else {
            preconditionFailure("What was written is not read.")
        }
        precondition(again.vault == invitation.vault && again.id == invitation.id)
    }
    var offer = FieldReader(bytes)
    _ = try? InvitationOffer.read(&offer)
    var request = FieldReader(bytes)
    _ = try? InvitationRequest.read(&request)
    _ = try? VaultManager.readBeginning(bytes)
}
