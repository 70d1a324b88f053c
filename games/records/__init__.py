"""Game records (format, writer, referee), proofs of deals, and verification of stored games against their logs."""
