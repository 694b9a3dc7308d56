import TenonCore

/// The result of one check.
struct DoctorFinding {
    /// The things that are checked.
    enum Subject: String, Encodable, CaseIterable {
        case program
        case libraries
        case memoryLock = "memory-lock"
        case dumps
        case swap
        case language
        case dataFolder = "data-folder"
        case stateFolder = "state-folder"
        case configuration
        case vault
        case backup
        case clipboard
        case links
        case gpg
        case runtimeFolder = "runtime-folder"
        case agent
        case git
        case docker
        case pinentry
        case browser
    }

    /// The status of what was checked.
    enum Status: String, Encodable, CaseIterable {
        /// As it should be.
        case ok
        /// Missing, or not as good as it could be; optional for most people.
        case note
        /// Something does not work, or is not safe.
        case problem

        /// The word for people.
        var word: Sentence {
            switch self {
            case .ok: "ok"
            case .note: "note"
            case .problem: "problem"
            }
        }
    }

    /// What was checked; the raw values are stable names.
    let name: Subject
    let status: Status
    /// What was found.
    let detail: Sentence
    /// What to do; empty when there is nothing to do.
    let remedy: Sentence

    static func fine(_ name: Subject, _ detail: Sentence) -> DoctorFinding {
        DoctorFinding(name: name, status: .ok, detail: detail, remedy: "")
    }

    static func hint(_ name: Subject, _ detail: Sentence, _ remedy: Sentence) -> DoctorFinding {
        DoctorFinding(name: name, status: .note, detail: detail, remedy: remedy)
    }

    static func wrong(_ name: Subject, _ detail: Sentence, _ remedy: Sentence) -> DoctorFinding {
        DoctorFinding(name: name, status: .problem, detail: detail, remedy: remedy)
    }
}
