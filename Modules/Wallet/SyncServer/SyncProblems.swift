import TenonNetworking

extension ProblemDocument {
    private static let challenge = ["WWW-Authenticate": "Signature"]

    static let unsigned = ProblemDocument(
        401, "unsigned", "Not signed",
        detail: "The request needs Date, Content-Digest, Signature-Input and Signature.",
        fields: challenge)

    static let wrongDigest = ProblemDocument(
        400, "wrong-digest", "Wrong digest", detail: "The content is not what Content-Digest says.")

    static let badSignature = ProblemDocument(
        401, "bad-signature", "Wrong signature",
        detail: "The signature is not that of the key over this request.", fields: challenge)

    static let stale = ProblemDocument(
        401, "stale", "Not a recent request",
        detail: "The clock of the machine and that of the server differ by more than five minutes.",
        fields: challenge)

    static let replayed = ProblemDocument(
        401, "replayed", "Sent before", detail: "This request was sent before.",
        fields: challenge)

    static func tooMany(wait seconds: Int) -> ProblemDocument {
        ProblemDocument(
            429, "too-many", "Too many requests",
            detail: "This machine makes more requests than the server allows.",
            fields: ["Retry-After": String(seconds)])
    }

    static let malformedName = ProblemDocument(
        400, "malformed-name", "Malformed name",
        detail: "A name, a number or a parameter in the address is not of its form.")

    static let noVault = ProblemDocument(
        404, "no-vault", "No such vault", detail: "The server does not have this vault.")

    static let foreignDevice = ProblemDocument(
        403, "foreign-device", "Not one of its devices",
        detail: "The device that signed may not do this with the vault.")

    static let registrationClosed = ProblemDocument(
        403, "registration-closed", "No new vaults",
        detail: "The operator of the server lets nobody bring a new vault.")

    static let invitationWanted = ProblemDocument(
        403, "invitation-wanted", "By invitation",
        detail: "Whoever brings a new vault needs a code from the operator of the server.")

    static let invitationRefused = ProblemDocument(
        403, "invitation-refused", "Not a good invitation",
        detail: "The code for a new vault is wrong, used up, revoked or expired.")

    static let tooManyVaults = ProblemDocument(
        507, "too-many-vaults", "Too many vaults",
        detail: "The server has as many vaults as its operator allows.")

    static func tooManyNewVaults(wait seconds: Int) -> ProblemDocument {
        ProblemDocument(
            429, "too-many-new-vaults", "Too many new vaults",
            detail: "More new vaults come from this address than the server allows within a day.",
            fields: ["Retry-After": String(seconds)])
    }

    static let notThisCommit = ProblemDocument(
        422, "not-this-commit", "Not this commit",
        detail: "The content is not the next commit of this vault and device.")

    static func otherCommit(hash: String) -> ProblemDocument {
        ProblemDocument(
            409, "other-commit", "Another commit is there",
            detail: "The log has another commit with this number.", members: ["hash": hash])
    }

    static func missingCommit(head: Int64) -> ProblemDocument {
        ProblemDocument(
            412, "missing-commit", "A commit before it is missing",
            detail: "The log ends before the number that comes before this one.",
            members: ["head": String(head)])
    }

    static let noBlob = ProblemDocument(
        404, "no-blob", "No such part of a file",
        detail: "There is no part of a file with this name.")

    static let emptyBlob = ProblemDocument(
        422, "empty-blob", "Nothing in it", detail: "A part of a file has content.")

    static let emptyNote = ProblemDocument(
        422, "empty-note", "Nothing in it", detail: "A note about an invitation has content.")

    static let otherBlob = ProblemDocument(
        409, "other-blob", "Another part of a file is there",
        detail: "The name has other content already.")

    static let vaultFull = ProblemDocument(
        507, "vault-full", "The vault is full",
        detail: "The vault has as much as the server allows.")

    static let formerDevice = ProblemDocument(
        409, "former-device", "A former device",
        detail: "The device was removed, and never may use the vault again.")

    static let tooManyDevices = ProblemDocument(
        507, "too-many-devices", "Too many devices",
        detail: "The vault has as many devices as the server allows.")

    static let tooManyFormerDevices = ProblemDocument(
        507, "too-many-former-devices", "Too many devices in all",
        detail: "The vault has had as many devices in all as the server allows.")

    static let tooManyInvitations = ProblemDocument(
        507, "too-many-invitations", "Too many invitations",
        detail: "The vault has as many open invitations as the server allows.")

    static let noNote = ProblemDocument(
        404, "no-note", "No such note", detail: "There is no such note about an invitation.")

    static let otherNote = ProblemDocument(
        409, "other-note", "A note is there", detail: "The invitation has such a note already.")

    static let expired = ProblemDocument(
        410, "expired", "The invitation has ended",
        detail: "An invitation can be answered for ten minutes.")
}
