import TenonCore

/// The errors that the browser's extension gets.
///
/// The numbers are those of the KeePassXC-Browser protocol; the extension shows the words.
enum BrowserProblem: Int, Error {
    case unknown = 0
    case databaseNotOpened = 1
    case clientKeyNotReceived = 3
    case cannotDecrypt = 4
    case denied = 6
    case associationFailed = 8
    case keyChangeFailed = 9
    case incorrectAction = 12
    case emptyMessage = 13
    case noAddress = 14
    case noLogins = 15
    case cannotCreateGroup = 17
    case noValidID = 18
    case allLoginsDenied = 19

    var sentence: Sentence {
        switch self {
        case .unknown: "Something went wrong in the wallet"
        case .databaseNotOpened: "The wallet is locked"
        case .clientKeyNotReceived: "The browser has not sent its key"
        case .cannotDecrypt: "The message cannot be decrypted"
        case .denied: "You refused it, or it is not allowed"
        case .associationFailed: "The browser is not connected to this wallet"
        case .keyChangeFailed: "The keys could not be exchanged"
        case .incorrectAction: "The wallet does not know this action"
        case .emptyMessage: "The message is empty"
        case .noAddress: "The message names no site"
        case .noLogins: "There are no logins for this site"
        case .cannotCreateGroup: "The wallet cannot take this name for a group"
        case .noValidID: "The message names no login"
        case .allLoginsDenied: "You refused to show the list of all logins"
        }
    }
}

/// A problem with its own words.
struct BrowserRefusal: Error {
    let problem: BrowserProblem
    let reason: Sentence

    init(_ problem: BrowserProblem, _ reason: Sentence) {
        self.problem = problem
        self.reason = reason
    }
}
