import FoundationEssentials
import TenonCore
import TenonPictures

@testable import TenonUI  // Files of languages are internal.

/// A recording is refused with a line that it has, or is written and read to the same.
func checkRecording(_ bytes: UnsafeRawBufferPointer) {
    guard let recording = try? SessionRecording(lines: Data(bytes)) else { return }
    guard let written = try? recording.lines() else { return }
    guard let again = try? SessionRecording(lines: written) else {
        preconditionFailure("What was written is not read.")
    }
    precondition(again == recording)
}

/// The file of a language is refused with its reason, or read.
func checkLanguage(_ bytes: UnsafeRawBufferPointer) {
    for tag in ["nl", "ar"] {
        do {
            _ = try LanguageFile(Array(bytes), tag: tag)
        } catch {
            precondition(error is LanguageError)
        }
    }
}

/// An image is refused, or decoded within the room that there is; and so is a BlurHash.
func checkImage(_ bytes: UnsafeRawBufferPointer) {
    let room = PictureSize(width: 24, height: 16)
    if let picture = try? PixbufDecoder().picture(of: Array(bytes), fitting: room) {
        precondition(picture.size.width <= room.width && picture.size.height <= room.height)
    }
    _ = BlurHash.picture(of: String(decoding: bytes, as: UTF8.self), size: room)
}
