"""Every figure of a person's statistics counted again from exported records, by code that shares none of the site's."""
