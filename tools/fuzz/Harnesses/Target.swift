/// The targets of malformed input; each promises something in its own file.
///
/// A broken promise stops the process, which the fuzzer reports.
enum Target: String, CaseIterable {
    case headless
    case secretJSON = "secret-json"
    case json
    case text
    case bitwarden
    case onePassword = "1pux"
    case keePassFile = "keepass-file"
    case keePassBlocks = "keepass-blocks"
    case keePassDocument = "keepass-document"
    case pass
    case otp
    case base
    case dates
    case frames
    case wire
    case git
    case docker
    case application
    case browser
    case records
    case terminal
    case settings
    case sites
    case commits
    case invitation
    case snapshots
    case requests
    case templates
    case keePass1 = "keepass-1"
    case keyFile = "key-file"
    case opVault = "opvault"
    case sealedBitwarden = "sealed-bitwarden"
    case managers
    case itemText = "item-text"
    case recovery = "recovery-code"
    case pinentry
    case recording
    case language
    case image
    case feedLinks = "feed-links"
    case feedEvents = "feed-events"
    case feedModels = "feed-models"
    case feedMarkup = "feed-markup"
    case oauth

    /// The one that this process is about; it is set before anything runs.
    nonisolated(unsafe) static var chosen = Target.headless

    /// Checks what is promised of an input.
    func check(_ bytes: UnsafeRawBufferPointer) {
        switch self {
        case .headless: checkHeadless(bytes)
        case .secretJSON: checkSecretJSON(bytes)
        case .json: checkJSON(bytes)
        case .text: checkText(bytes)
        case .bitwarden: checkBitwarden(bytes)
        case .onePassword: checkOnePassword(bytes)
        case .keePassFile: checkKeePassFile(bytes)
        case .keePassBlocks: checkKeePassBlocks(bytes)
        case .keePassDocument: checkKeePassDocument(bytes)
        case .pass: checkPass(bytes)
        case .otp: checkOneTimePassword(bytes)
        case .base: checkBase(bytes)
        case .dates: checkDates(bytes)
        case .frames: checkFrames(bytes)
        case .wire: checkWire(bytes)
        case .git: checkGit(bytes)
        case .docker: checkDocker(bytes)
        case .application: checkApplication(bytes)
        case .browser: checkBrowser(bytes)
        case .records: checkRecords(bytes)
        case .terminal: checkTerminal(bytes)
        case .settings: checkSettings(bytes)
        case .sites: checkSites(bytes)
        case .commits: checkCommits(bytes)
        case .invitation: checkInvitation(bytes)
        case .snapshots: checkSnapshots(bytes)
        case .requests: checkRequests(bytes)
        case .templates: checkTemplates(bytes)
        case .keePass1: checkKeePass1(bytes)
        case .keyFile: checkKeyFile(bytes)
        case .opVault: checkOPVault(bytes)
        case .sealedBitwarden: checkSealedBitwarden(bytes)
        case .managers: checkManagers(bytes)
        case .itemText: checkItemText(bytes)
        case .recovery: checkRecoveryCode(bytes)
        case .pinentry: checkPinentry(bytes)
        case .recording: checkRecording(bytes)
        case .language: checkLanguage(bytes)
        case .image: checkImage(bytes)
        case .feedLinks: checkFeedLinks(bytes)
        case .feedEvents: checkFeedEvents(bytes)
        case .feedModels: checkFeedModels(bytes)
        case .feedMarkup: checkFeedMarkup(bytes)
        case .oauth: checkOAuth(bytes)
        }
    }
}
