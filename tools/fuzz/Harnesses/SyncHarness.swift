import TenonCore
import TenonNetworking
import TenonSecurity
import WalletSyncRequests

@testable import WalletSync  // What is in a commit is internal.
@testable import WalletSyncServer  // What a server reads of a commit is internal.
@testable import WalletVault  // How a vault is begun elsewhere is internal.

/// The header of a commit, and the body that others sealed, are read and written to the same.
func checkCommits(_ bytes: UnsafeRawBufferPointer) {
    let commit = Array(bytes)
    if let header = try? CommitHeader(reading: commit) {
        precondition(header.bytes.elementsEqual(commit.prefix(CommitHeader.byteCount)))
    }
    guard let body = try? written(CommitContent(body: bytes)) else { return }
    let again = body.withBytes { bytes in try? written(CommitContent(body: bytes)) }
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

/// The code of an invitation is read and written to the same, and so is the mark of whoever removes a vault,
/// once opened; what is in the notes of an invitation, once opened, is read or refused.
func checkInvitation(_ bytes: UnsafeRawBufferPointer) {
    if let invitation = try? Invitation(code: SecretText(utf8: bytes)) {
        guard let again = try? Invitation(code: invitation.code) else {
            preconditionFailure("What was written is not read.")
        }
        precondition(again.vault == invitation.vault && again.id == invitation.id)
    }
    _ = try? InvitationOffer(reading: bytes)
    _ = try? InvitationRequest(reading: bytes)
    _ = try? VaultManager.readBeginning(bytes)
    guard let mark = try? RemovalMark(reading: bytes) else { return }
    let writer = SecretWriter(capacity: 128)
    mark.write(to: writer)
    let again = writer.withBytes { try? RemovalMark(reading: $0) }
    precondition(again == mark, "What was written is not read.")
}

/// A snapshot comes to the same records however it is cut into chunks; what is in them is read or refused.
func checkSnapshots(_ bytes: UnsafeRawBufferPointer) {
    let whole = records(in: [bytes])
    let halves = [bytes[..<(bytes.count / 2)], bytes[(bytes.count / 2)...]]
    let parts = records(in: halves.map { UnsafeRawBufferPointer(rebasing: $0) })
    precondition(whole.records == parts.records && whole.isComplete == parts.isComplete)
    let key = HMACSHA256(key: SecretBytes(copying: UnsafeRawBufferPointer(start: nil, count: 0)))
    guard let sealer = try? RowSealer() else { preconditionFailure("A key seals nothing.") }
    var state = SyncState(key: key, sealedBy: sealer)
    var content = SnapshotContent(state: state.unchanged)
    for record in whole.records {
        try? record.withUnsafeBytes { try content.read($0) }
    }
    try? content.read(bytes)
    do {
        try state.load(content.state)
        _ = try state.joining(content.state, seen: VersionVector(), VersionVector())
    } catch {
        preconditionFailure("What was sealed does not open: \(error)")
    }
    guard let known = try? KnownSnapshot(reading: bytes) else { return }
    let writer = SecretWriter(capacity: 256)
    known.write(to: writer)
    let again = writer.withBytes { try? KnownSnapshot(reading: $0) }
    precondition(again == known, "What was written is not read.")
}

/// The records of a snapshot in chunks, and whether the last one is whole.
private func records(
    in chunks: [UnsafeRawBufferPointer]
) -> (records: [[UInt8]], isComplete: Bool) {
    var reader = SnapshotReader()
    var records: [[UInt8]] = []
    for chunk in chunks { try? reader.take(chunk) { records.append(Array($0)) } }
    return (records, reader.isComplete)
}

/// What a sync server gets, and what it answers, is read or refused; what is read is written to the same.
///
/// The lines of the input are fields of a request.
func checkRequests(_ bytes: UnsafeRawBufferPointer) {
    let body = Array(bytes)
    let lines = String(decoding: bytes, as: UTF8.self).split(
        separator: "\n", omittingEmptySubsequences: false
    ).map(String.init)
    let (input, field) = (lines[0], lines.count > 1 ? lines[1] : "")
    if let signature = RequestSignature(input: input, signature: field) {
        let parts = SignedParts(
            method: "GET", authority: "localhost", path: "/", query: nil, date: "", digest: "")
        precondition(!signature.isValid(for: parts), "A signature that nobody made is valid.")
    }
    _ = ContentDigest.isValid(input, for: body)
    if let vector = LogVector(input) {
        precondition(LogVector(vector.text) == vector, "What was written is not read.")
    }
    if let vector = VectorEvent.vector(in: input) {
        let event = String(decoding: VectorEvent.bytes(vector), as: UTF8.self)
        let line = event.split(separator: "\n").last.map(String.init) ?? ""
        precondition(VectorEvent.vector(in: line) == vector, "What was written is not read.")
    }
    if let name = SyncName(input) {
        precondition(name.description == input, "A name has several spellings.")
    }
    if let commits = CommitPage.commits(in: body) {
        var page: [UInt8] = []
        for commit in commits { CommitPage.append(commit, to: &page) }
        precondition(page == body, "What was read is not written.")
    }
    if let heads = ServerHeads(body) {
        let devices = heads.members.present.union(heads.members.former)
        precondition(devices.isSuperset(of: heads.positions.keys), "A log is nobody's.")
        precondition(heads.positions.values.allSatisfy { $0.number > 0 && $0.hash.count == 32 })
    }
    _ = CommitMark(body)
    checkRefusal(lines[0], retryAfter: field)
}

/// The answer of a server that did not do what it was asked for is one of the errors of sync; the kind of a
/// problem is written to the same.
private func checkRefusal(_ document: String, retryAfter: String) {
    let refusal = ServerRefusal(
        status: 503, type: ProblemDocument.mediaType, retryAfter: retryAfter,
        body: Array(document.utf8), by: "https://localhost")
    precondition(refusal.explained is SyncError, "Nobody can tell what the answer means.")
    let reply = ProblemDocument(503, refusal.kind, "").reply
    let again = ServerRefusal(
        status: reply.status, type: ProblemDocument.mediaType, retryAfter: nil, body: reply.body,
        by: "https://localhost")
    precondition(again.kind == refusal.kind || refusal.kind.isEmpty, "A kind has two names.")
}
