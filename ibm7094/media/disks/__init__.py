"""Disks and drums: their geometry, format tracks, and files."""

from ibm7094.media.disks.file import DiskFile
from ibm7094.media.disks.geometry import DEFAULT, GEOMETRIES, Geometry, geometry

__all__ = ["DEFAULT", "GEOMETRIES", "DiskFile", "Geometry", "geometry"]
