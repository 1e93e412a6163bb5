"""The realtime service on which every client plays."""
