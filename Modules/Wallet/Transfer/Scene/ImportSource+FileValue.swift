import TenonCore
import TenonUI

extension ImportSource {
    /// The source that a chosen file is; `nil` when none was chosen.
    init?(_ file: FileValue) {
        switch file.content {
        case .path(let path):
            guard !path.isEmpty else { return nil }
            self = .file(path: path)
        case .bytes(let bytes):
            guard !bytes.isEmpty || !file.name.isEmpty else { return nil }
            self = .bytes(bytes, name: file.name)
        }
    }
}
