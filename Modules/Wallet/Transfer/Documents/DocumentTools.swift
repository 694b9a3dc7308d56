package import TenonCore

/// What reads the parts of documents: archives, compressed data, XML, and other programs.
package struct DocumentTools: Sendable {
    let archives: any ArchiveCoding
    let gzip: any GzipCoding
    let xml: any XMLReading
    let programs: any ProgramRunning

    /// Takes what the ports provide.
    package init(
        archives: any ArchiveCoding, gzip: any GzipCoding, xml: any XMLReading,
        programs: any ProgramRunning
    ) {
        self.archives = archives
        self.gzip = gzip
        self.xml = xml
        self.programs = programs
    }

    /// Takes the ports of a running application.
    package init(_ container: Container) {
        self.init(
            archives: container[.archives], gzip: container[.gzip], xml: container[.xml],
            programs: container[.programs])
    }
}
