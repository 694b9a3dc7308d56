import CFileNames

/// What keeps files.
package enum FileSystem {
    /// Kinds that are changed from elsewhere, by their numbers (linux/magic.h, and stat.c of GNU coreutils).
    private static let remote: Set<UInt32> = [
        0x6969,  // NFS
        0x517B,  // SMB
        0xFF53_4D42,  // CIFS
        0xFE53_4D42,  // SMB 2 and 3
        0x6573_5546,  // FUSE: SSH, WebDAV, clouds; also some disks that are local
        0x0102_1997,  // 9P
        0x5346_414F,  // AFS
        0x6B41_4653,  // AFS of the kernel
        0x00C3_6400,  // Ceph
        0x7375_7245,  // Coda
        0x564C,  // NetWare
        0x0116_1970,  // GFS2
        0x7461_636F,  // OCFS2
        0x0BD0_0BD0,  // Lustre
        0x1983_0326,  // BeeGFS
        0x4750_4653,  // GPFS
        0xAAD7_AAEA,  // PanFS
        0x2003_0528,  // OrangeFS
        0x786F_4256,  // VirtualBox
        0xBACB_ACBC,  // VMware
        0x7C7C_6673,  // Parallels
        0x00C0_FFEE,  // the host of User-mode Linux
    ]

    /// Whether a path is on a disk that may be changed from elsewhere; the system reports no such change.
    package static func isRemote(_ path: String) -> Bool {
        isRemote(kind: wallet_file_system(path))
    }

    /// The same, by the number of the kind of file system.
    package static func isRemote(kind: UInt32) -> Bool { remote.contains(kind) }
}
