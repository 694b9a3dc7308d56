import TenonCore
import TenonNetworking

extension SyncError {
    static func serverPath(_ origin: String) -> SyncError {
        SyncError(
            .syncRemote, "The address of a sync server has no path.",
            remedy: "Name it as \(origin); a proxy must serve it at the root of a host.")
    }

    static let noNetwork = SyncError(
        .syncRemote, "Only the agent can reach sync servers.",
        remedy: "Let the agent hold the vault: leave out WALLET_AGENT=off and --agent off.")

    static func noSyncServer(_ origin: String) -> SyncError {
        SyncError(
            .syncRemote, "\(origin) is not a sync server, or is one of another version.",
            remedy: "Check the address, and use the newest version on both sides.")
    }

    /// What a request came to that got no answer.
    static func network(_ error: NetworkError, _ origin: String) -> SyncError {
        switch error.code {
        case .networkUntrusted, .networkWrongKey:
            SyncError(
                .syncRemote,
                "\(origin) could not prove who it is: its certificate is not trusted, or it has none.",
                remedy: """
                    If it is your own server, look whether it speaks https at this port, and name the authority \
                    of its certificate to the agent by TENON_TRUST_ROOTS=FILE; otherwise somebody may be \
                    listening. Nothing was sent.
                    """, cause: error)
        case .networkTooLarge:
            SyncError(
                .syncRemote, "The answer of \(origin) is longer than this program accepts.",
                remedy: """
                    Check the address. If it is your sync server, use the newest version on both sides.
                    """, cause: error)
        case .networkMalformed:
            SyncError(
                .syncRemote, "\(origin) is not a sync server, or is one of another version.",
                remedy: "Check the address, and use the newest version on both sides.",
                cause: error)
        default:
            SyncError(
                .syncRemote, "The server \(origin) does not answer.",
                remedy: Self.waiting, cause: error)
        }
    }

    /// What is said of a server that does not answer, once the vault is set up there.
    private static let waiting: Sentence = """
        Changes wait here and are handed over when it does; nothing was lost.
        """

    /// The same where nothing is set up yet: nothing waits, and nothing is tried again by itself.
    var beforeSetUp: SyncError {
        guard code != .syncFull else {
            return SyncError(
                code, message,
                remedy: """
                    Nothing was set up. Make room there, or ask its operator to, and try again.
                    """, cause: cause)
        }
        guard remedy == Self.waiting else { return self }
        return SyncError(
            code, message,
            remedy: """
                Nothing was set up. Check that the server runs, and the address: also whether it begins with \
                http:// or https://.
                """, cause: cause)
    }

    /// What a server refused.
    ///
    /// - Parameters:
    ///   - kind: The kind of the problem.
    ///   - status: The status.
    ///   - origin: Which server.
    ///   - seconds: How long it asks to wait.
    static func refused(
        _ kind: String, status: Int, by origin: String, wait seconds: Int?
    ) -> SyncError {
        switch kind {
        case "stale":
            SyncError(
                .syncRemote, "The clock of this machine and that of \(origin) differ too much.",
                remedy: "Set the clock; five minutes are allowed.")
        case "bad-signature", "wrong-digest", "unsigned", "replayed":
            SyncError(
                .syncRemote, "\(origin) rejected the signature of a request from this machine.",
                remedy: "Let a proxy before the server pass on Host and all other fields.")
        case "foreign-device":
            SyncError(
                .syncRefused, "\(origin) does not let this machine use the vault.",
                remedy: """
                    Another machine may have taken it out. The vault stays here as it is. To take part \
                    again, leave with \(SyncStep.leave), and join by \(SyncStep.invite) on a machine \
                    that is in.
                    """)
        case "no-vault":
            SyncError(
                .syncRemoved, "\(origin) does not have this vault.",
                remedy: """
                    If it was removed there, leave with \(SyncStep.leave) and set it up again; \
                    nothing was lost here.
                    """)
        case "registration-closed":
            SyncError(
                .syncRemote, "\(origin) does not accept new vaults.",
                remedy: "Ask its operator, who can start it with --registration open.")
        case "invitation-wanted":
            SyncError(
                .syncUninvited, "\(origin) accepts new vaults by invitation only.",
                remedy: """
                    Ask its operator for a code, and give it where it is asked for; a command without a \
                    terminal reads it by --invite-file FILE.
                    """)
        case "invitation-refused": refusedInvitation(by: origin)
        case "too-many-vaults":
            SyncError(
                .syncRemote, "\(origin) does not accept new vaults.",
                remedy: "Ask its operator, who can allow more of them with --vaults.")
        case "too-many-new-vaults":
            SyncError(
                .syncRemote, "\(origin) accepts no more new vaults from this address for now.",
                remedy: "Try again tomorrow, or ask its operator.")
        case "vault-full":
            SyncError(
                .syncFull, "This vault has reached its storage limit at \(origin).",
                remedy: """
                    Ask its operator for more room, or remove a large file that waits here from its item. \
                    Changes wait here, those of other machines arrive, and nothing was lost.
                    """)
        case "server-full":
            SyncError(
                .syncFull, "The disk of \(origin) is full.",
                remedy: """
                    Ask its operator to make room. Changes wait here, those of other machines arrive, and \
                    nothing was lost.
                    """)
        case "too-many-devices":
            SyncError(
                .syncRefused,
                "\(origin) allows no more machines to use this vault at the same time.",
                remedy: """
                    Look with \(SyncStep.devices) which one is not used any more, and take it out.
                    """)
        case "too-many-former-devices":
            SyncError(
                .syncRefused,
                """
                \(origin) accepts no more machines for this vault: it has had as many as a vault may have, \
                former ones included.
                """,
                remedy: """
                    Those that use it go on. To let others in, begin anew there, which loses no item. First ask \
                    the operator whether the server accepts a new vault, and for a code if it wants one. Then \
                    remove the vault with \(SyncStep.removeVault) on a machine that is in step, set it up again \
                    with \(SyncStep.setUp), and let each other machine leave with \(SyncStep.leave) and join \
                    again by \(SyncStep.invite). A recovery sheet ends by that; make another one.
                    """)
        case "too-many-invitations":
            SyncError(
                .syncRefused, "\(origin) has as many open invitations for this vault as it allows.",
                remedy: "Wait ten minutes, until they have ended, and invite again.")
        case "too-many", "busy", "not-ready":
            SyncError(
                .syncRemote, "\(origin) asks this machine to wait.",
                remedy: "It is tried again automatically after \(String(seconds ?? 60)) seconds.")
        case "":
            noSyncServer(origin)
        default:
            SyncError(
                .syncRemote, "\(origin) could not do what it was asked for (\(kind), \(status)).",
                remedy: "Changes wait here. If it says so again, tell its operator.")
        }
    }

    static func refusedInvitation(by origin: String) -> SyncError {
        SyncError(
            .syncInvitation,
            "\(origin) does not accept this code: it is mistyped, used up, revoked or expired.",
            remedy: """
                Compare it with the one from the operator of the server, or ask for another one.
                """)
    }

    static func inUse(at origin: String) -> SyncError {
        SyncError(
            .syncAlready,
            "This vault is kept at \(origin) already, where this machine may not use it.",
            remedy: """
                If another machine uses it there, join with \(SyncStep.join). If none does any more, take part \
                again by a recovery sheet with \(SyncStep.recover), or ask the operator to remove it.
                """)
    }

    /// A server that this machine does not use keeps its vaults.
    static func strange(_ address: String) -> SyncError {
        SyncError(
            .syncRefused,
            "This machine exchanges nothing at \(address), so it can remove nothing there.",
            remedy: """
                Use \(SyncStep.removeVault) on a machine that exchanges changes there, or ask the operator.
                """)
    }

    static func noInvitation(at origin: String) -> SyncError {
        SyncError(
            .syncInvitation, "The invitation is not at \(origin): it was used, or has ended.",
            remedy: "Ask for a new code with \(SyncStep.invite) on a machine that is in.")
    }
}
